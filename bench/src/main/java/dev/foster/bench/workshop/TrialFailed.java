package dev.foster.bench.workshop;

/** A turn that gave no result. */
public final class TrialFailed extends Exception {
    private static final long serialVersionUID = 1L;

    public TrialFailed(String why) {
        super(why);
    }

    public String why() {
        return String.valueOf(getMessage());
    }
}
