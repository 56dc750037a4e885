package dev.foster.bench.supervise;

/** A turn that gave no result. */
final class TrialFailed extends Exception {
    private static final long serialVersionUID = 1L;

    TrialFailed(String why) {
        super(why);
    }

    String why() {
        return String.valueOf(getMessage());
    }
}
