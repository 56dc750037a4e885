package dev.foster.http;

import java.util.List;
import java.util.Random;

/** Requests for fuzzers: as they should be, and with faults that somebody might put into them. */
final class RandomRequests {
    private static final int MOST_AT_ONCE = 3;
    private static final int MOST_EDITS = 3;
    private static final int MOST_HEADERS = 4;
    private static final int LONGEST_PART = 20;

    private static final List<String> METHODS =
            List.of("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "M-SEARCH", "get");

    private static final List<String> TARGETS =
            List.of("/", "/v1/logs?name=web&follow", "/a%20b/", "/%C3%A4?b=c+d", "//", "/a:b;c=d");

    private static final List<String> HEADERS =
            List.of(
                    "Accept: */*",
                    "Connection: close",
                    "Connection: keep-alive, x",
                    "Cookie: a=b; c=\"d\"",
                    "Expect: 100-continue",
                    "Upgrade: h2c",
                    "X-Empty:",
                    "X-Blanks: \t a b \t ",
                    "X-Colons:a:b:c",
                    "X-Latin: \u00e4\u00ff",
                    "!#$%&'*+-.^_`|~: signs");

    private static final List<String> PIECES =
            List.of(
                    "\r\n",
                    "\n",
                    "\r",
                    " ",
                    "\t",
                    ":",
                    ",",
                    ";",
                    "0",
                    "-1",
                    "+5",
                    "0x5",
                    "5, 5",
                    "\u0000",
                    "\u000b",
                    "\u00a0",
                    "\u0085",
                    "\u00ff",
                    "Content-Length: 5\r\n",
                    "Content-Length: 6\r\n",
                    "content-length : 2\r\n",
                    "Transfer-Encoding: chunked\r\n",
                    "Transfer-Encoding: identity\r\n",
                    "Transfer-Encoding: gzip, chunked\r\n",
                    "transfer-encoding:\u000bchunked\r\n",
                    " folded\r\n",
                    "Host: b\r\n",
                    "\r\n\r\n",
                    "0\r\n\r\n",
                    "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
                    "ffffffffffffffff\r\n",
                    "7fffffff\r\n",
                    "99999999999999999999",
                    "/../",
                    "%2e%2e%2f",
                    "%",
                    "http://evil/",
                    "HTTP/1.1",
                    "HTTP/2.0");

    private final Random random;

    RandomRequests(Random random) {
        this.random = random;
    }

    /** A few on one connection, most of them with faults. */
    String next() {
        var all = new StringBuilder();
        for (int i = random.nextInt(MOST_AT_ONCE); i >= 0; i--) {
            all.append(whole());
        }
        return mutated(all.toString());
    }

    private String whole() {
        var text = new StringBuilder(any(METHODS)).append(' ').append(any(TARGETS));
        boolean old = random.nextInt(8) == 0;
        text.append(old ? " HTTP/1.0\r\n" : " HTTP/1.1\r\nHost: a\r\n");
        for (int i = random.nextInt(MOST_HEADERS); i > 0; i--) {
            text.append(any(HEADERS)).append("\r\n");
        }
        switch (random.nextInt(old ? 2 : 3)) {
            case 0 -> text.append("\r\n");
            case 1 -> {
                String body = part();
                text.append("Content-Length: ").append(body.length());
                text.append("\r\n\r\n").append(body);
            }
            default -> {
                text.append("Transfer-Encoding: chunked\r\n\r\n");
                chunks(text);
            }
        }
        return text.toString();
    }

    private void chunks(StringBuilder text) {
        for (int i = random.nextInt(3); i > 0; i--) {
            String part = part();
            if (!part.isEmpty()) {
                text.append("0".repeat(random.nextInt(3)));
                text.append(Integer.toHexString(part.length()));
                text.append(random.nextBoolean() ? ";x=y" : "").append("\r\n");
                text.append(part).append("\r\n");
            }
        }
        text.append("0\r\n").append(random.nextBoolean() ? "X-Last: y\r\n" : "").append("\r\n");
    }

    private String part() {
        return random.ints(random.nextInt(LONGEST_PART), ' ', 'z')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private String any(List<String> some) {
        return some.get(random.nextInt(some.size()));
    }

    /** The same with a few changes, or none. */
    String mutated(String text) {
        var changed = new StringBuilder(text);
        for (int edits = random.nextInt(MOST_EDITS + 1); edits > 0; edits--) {
            int at = random.nextInt(changed.length() + 1);
            switch (random.nextInt(4)) {
                case 0 -> changed.insert(at, any(PIECES));
                case 1 ->
                        changed.delete(at, Math.min(changed.length(), at + 1 + random.nextInt(3)));
                case 2 -> changed.insert(changed.indexOf("\r\n") + 2, any(PIECES));
                default -> changed.insert(at, (char) random.nextInt(256));
            }
            if (changed.isEmpty()) {
                changed.append('G');
            }
        }
        return changed.toString();
    }

    /** A text with its control characters to be seen. */
    static String shown(String text) {
        var all = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\r' -> all.append("\\r");
                case '\n' -> all.append("\\n");
                default ->
                        all.append(
                                c >= ' ' && c < 0x7f
                                        ? String.valueOf(c)
                                        : String.format("\\x%02x", (int) c));
            }
        }
        return all.toString();
    }
}
