package dev.foster.stdio.access;

import dev.foster.control.http.HttpResponse;

/** What the door says to a request. */
public sealed interface Entry {

    /** It may come in. */
    record Admitted(Caller caller) implements Entry {}

    /** It may not, and this is its answer. */
    record Refused(HttpResponse response) implements Entry {}
}
