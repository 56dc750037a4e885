package dev.foster.stdio.access;

import dev.foster.http.HttpResponse;

/** What is decided about a request. */
public sealed interface AccessDecision {

    /** It may come in. */
    record Admitted(Caller caller) implements AccessDecision {}

    /**
     * It may not.
     *
     * @param response its answer
     * @param wrongToken whether it brought a token that is none here
     */
    record Refused(HttpResponse response, boolean wrongToken) implements AccessDecision {
        public Refused(HttpResponse response) {
            this(response, false);
        }
    }
}
