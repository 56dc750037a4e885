package dev.foster.daemon.web;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.http.Headers;
import dev.foster.http.HttpResponse;
import dev.foster.json.JsonText;

import java.util.List;

/** What all answers to browsers have in common. */
final class WebResponses {
    /**
     * The page runs its own scripts and nothing else, talks to its own server only, and stands in
     * nobody's frame: text that looks like a script stays text even if the page made a mistake.
     */
    static final String CONTENT_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri"
                    + " 'none'; frame-ancestors 'none'";

    private static final List<Headers.Line> SAFE =
            List.of(
                    new Headers.Line("content-security-policy", CONTENT_POLICY),
                    new Headers.Line("x-content-type-options", "nosniff"),
                    new Headers.Line("x-frame-options", "DENY"),
                    new Headers.Line("referrer-policy", "no-referrer"),
                    new Headers.Line("cross-origin-opener-policy", "same-origin"),
                    new Headers.Line("cross-origin-resource-policy", "same-origin"),
                    new Headers.Line(
                            "permissions-policy",
                            "camera=(), geolocation=(), microphone=(), payment=(), usb=()"));

    private WebResponses() {}

    /** The same answer with all that keeps a browser from doing what nobody asked for. */
    static HttpResponse safe(HttpResponse answer) {
        HttpResponse safe = answer;
        for (Headers.Line line : SAFE) {
            safe = safe.with(line.name(), line.value());
        }
        return answer.headers().first("cache-control").isPresent()
                ? safe
                : safe.with("cache-control", "no-store");
    }

    static HttpResponse problem(ProblemCode code, String message) {
        return problem(code.status(), code, message);
    }

    static HttpResponse problem(int status, ProblemCode code, String message) {
        return HttpResponse.json(
                status, JsonText.write(new ControlProblem(code, message).view().toJson()));
    }

    static HttpResponse text(int status, String text) {
        return HttpResponse.of(status, "text/plain; charset=utf-8", text + "\n");
    }
}
