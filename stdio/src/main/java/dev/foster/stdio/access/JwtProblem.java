package dev.foster.stdio.access;

/** A token that is no good; its message says why and never quotes it. */
final class JwtProblem extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean scopes;

    private JwtProblem(String why, boolean scopes) {
        super(why, null, false, false);
        this.scopes = scopes;
    }

    static JwtProblem invalid(String why) {
        return new JwtProblem(why, false);
    }

    /** The token is good, but not for this. */
    static JwtProblem tooLittle(String why) {
        return new JwtProblem(why, true);
    }

    boolean lacksScopes() {
        return scopes;
    }

    String why() {
        return String.valueOf(getMessage());
    }
}
