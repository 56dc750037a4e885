package dev.foster.stdio.access;

import dev.foster.http.HttpResponse;

/** What the door says to a request. */
public sealed interface Entry {

    /** It may come in. */
    record Admitted(Caller caller) implements Entry {}

    /**
     * It may not.
     *
     * @param response its answer
     * @param wrongToken whether it brought a token that is none here
     */
    record Refused(HttpResponse response, boolean wrongToken) implements Entry {
        public Refused(HttpResponse response) {
            this(response, false);
        }
    }
}
