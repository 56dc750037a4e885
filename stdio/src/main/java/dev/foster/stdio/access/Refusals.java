package dev.foster.stdio.access;

import dev.foster.control.http.HttpResponse;
import dev.foster.control.json.JsonText;

/** Answers to requests that do not come in, in the words of JSON-RPC. */
public final class Refusals {
    private static final int CODE = -32001;

    private Refusals() {}

    /**
     * An answer that names no request: whoever is not let in has not been read.
     *
     * @param message what cannot be done, why, and what to do
     */
    public static HttpResponse refusal(int status, String message) {
        return HttpResponse.json(
                status,
                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":"
                        + CODE
                        + ",\"message\":"
                        + JsonText.write(message)
                        + "}}");
    }
}
