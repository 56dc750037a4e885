package dev.foster.stdio.access;

import dev.foster.http.HttpResponse;
import dev.foster.http.RateLimit;
import dev.foster.json.JsonText;

import java.time.Duration;

/** Answers to requests that do not come in, in the words of JSON-RPC. */
public final class Refusals {
    private static final int CODE = -32001;

    private Refusals() {}

    /** To a caller who has asked too often. */
    public static HttpResponse tooOften(Duration wait) {
        return later(wait, "cannot answer: this caller has asked too often; ask again in ");
    }

    /** To somebody from where too many wrong tokens came. */
    public static HttpResponse wrongTooOften(Duration wait) {
        return later(
                wait,
                "cannot accept the token: it is wrong, as were too many from this address; look it"
                        + " up, and ask again in ");
    }

    private static HttpResponse later(Duration wait, String message) {
        long seconds = RateLimit.seconds(wait);
        return refusal(429, message + seconds + " s").with("retry-after", Long.toString(seconds));
    }

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
