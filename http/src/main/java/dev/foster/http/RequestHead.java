package dev.foster.http;

import java.io.IOException;

/** Everything of a request in front of its body. */
record RequestHead(String method, Target target, boolean version11, Headers headers) {

    static RequestHead read(HttpInput input) throws IOException {
        String[] words = input.line().split(" ", -1);
        if (words.length != 3 || !HttpInput.isToken(words[0])) {
            throw HttpProblem.malformed("the request line is not a method, a target, a version");
        }
        if (!words[2].equals("HTTP/1.1") && !words[2].equals("HTTP/1.0")) {
            throw words[2].startsWith("HTTP/")
                    ? new HttpProblem(505, "the versions known here are HTTP/1.0 and HTTP/1.1")
                    : HttpProblem.malformed("the request line does not end with a version");
        }
        Target target = Target.parse(words[1]);
        Headers headers = input.headers();
        boolean version11 = words[2].equals("HTTP/1.1");
        int hosts = headers.all("host").size();
        if (hosts > 1 || (version11 && hosts == 0)) {
            throw HttpProblem.malformed("there must be one Host header");
        }
        if (!version11 && !headers.all("transfer-encoding").isEmpty()) {
            throw HttpProblem.malformed("HTTP/1.0 knows no chunks");
        }
        return new RequestHead(words[0], target, version11, headers);
    }

    boolean keepsAlive() {
        return version11
                ? !headers.lists("connection", "close")
                : headers.lists("connection", "keep-alive");
    }

    boolean awaitsContinue() {
        return version11 && headers.lists("expect", "100-continue");
    }

    HttpRequest with(HttpRequest.Body body, Peer peer, Visit visit) {
        return new HttpRequest(method, target.path(), target.query(), headers, body, peer, visit);
    }
}
