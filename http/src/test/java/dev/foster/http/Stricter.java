package dev.foster.http;

import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;

/**
 * What Netty's codec takes and we refuse, on purpose: each is something that no client of ours
 * sends, and that readers differ about, or that means nothing to us.
 *
 * @param name what it is
 * @param refusals what we say, one of these
 * @param example a request that is nothing worse
 * @param isReason whether it is what a text is refused for, which Netty took for a request
 */
record Stricter(
        String name,
        List<String> refusals,
        String example,
        BiPredicate<String, NettyReading.Request> isReason) {

    static final List<Stricter> TABLE =
            List.of(
                    // Who sends one has lost count of the bytes before it.
                    new Stricter(
                            "blanks before",
                            List.of(
                                    "the request line is not a method, a target, a version",
                                    "a line ends without a carriage return",
                                    "a carriage return stands inside a line"),
                            "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
                            (text, _) -> isBlank(text.charAt(0))),

                    // RFC 9112, 3: one space each; others are where a part ends to some readers
                    // only.
                    new Stricter(
                            "odd request line",
                            List.of(
                                    "the request line is not a method, a target, a version",
                                    "the request line does not end with a version",
                                    "the target does not begin with a slash",
                                    "the target holds a character that must be encoded"),
                            "GET \t/ HTTP/1.1\r\nHost: a\r\n\r\n",
                            (text, theirs) ->
                                    !text.startsWith(
                                            theirs.method()
                                                    + " "
                                                    + theirs.target()
                                                    + " "
                                                    + theirs.version())),

                    // RFC 9112, 2.2: some take it for the end of a line.
                    new Stricter(
                            "bare carriage return",
                            List.of("a carriage return stands inside a line"),
                            "GET \r/ HTTP/1.1\r\nHost: a\r\n\r\n",
                            (text, _) -> has("\r(?!\n)", text)),

                    // RFC 9112, 5.2: obsolete, and a header of its own to some.
                    new Stricter(
                            "folded headers",
                            List.of("a header line has no proper name"),
                            "GET / HTTP/1.1\r\nHost: a\r\nX: y\r\n z\r\n\r\n",
                            (text, _) -> has("\r\n[ \t]", text)),

                    // A proxy's business.
                    new Stricter(
                            "other targets",
                            List.of("the target does not begin with a slash"),
                            "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
                            (_, theirs) ->
                                    !theirs.target().startsWith("/")
                                            || theirs.target().contains("#")),
                    new Stricter(
                            "not encoded",
                            List.of("the target holds a character that must be encoded"),
                            "GET /\u00e4 HTTP/1.1\r\nHost: a\r\n\r\n",
                            (_, theirs) -> has("[^!-~]", theirs.target())),
                    new Stricter(
                            "half encoded",
                            List.of("a percent sign is not followed by two digits"),
                            "GET /%4 HTTP/1.1\r\nHost: a\r\n\r\n",
                            (_, theirs) -> has("%(?![0-9a-fA-F]{2})", theirs.target())),
                    new Stricter(
                            "no text",
                            List.of("the target is not UTF-8"),
                            "GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n",
                            (_, theirs) -> theirs.target().contains("%")),
                    new Stricter(
                            "other versions",
                            List.of("the versions known here are HTTP/1.0 and HTTP/1.1"),
                            "GET / HTTP/2.0\r\nHost: a\r\n\r\n",
                            (_, theirs) ->
                                    !List.of("HTTP/1.0", "HTTP/1.1").contains(theirs.version())),

                    // RFC 9112, 3.2; which of two would count, readers differ about.
                    new Stricter(
                            "one host",
                            List.of("there must be one Host header"),
                            "GET / HTTP/1.1\r\n\r\n",
                            (_, theirs) -> theirs.all("host").size() != 1),

                    // Netty goes by the first where the version is 1.0, others by the last.
                    new Stricter(
                            "two lengths",
                            List.of("the length is announced twice"),
                            "POST / HTTP/1.0\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na",
                            (_, theirs) -> theirs.version().equals("HTTP/1.0")),

                    // RFC 9112, 6.1: 501 for what we cannot decode. Netty takes the body for the
                    // next request.
                    new Stricter(
                            "other codings",
                            List.of("the only transfer coding known here is chunked"),
                            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
                            (_, theirs) -> hasOtherCoding(theirs)),

                    // Netty goes by the length when the coding is another; a proxy may have gone by
                    // the coding.
                    new Stricter(
                            "length and coding",
                            List.of("both a length and chunks are announced"),
                            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n"
                                    + "Content-Length: 1\r\n\r\na",
                            (_, theirs) ->
                                    hasOtherCoding(theirs)
                                            && !theirs.all("content-length").isEmpty()),

                    // Netty passes over blanks and control characters around the digits.
                    new Stricter(
                            "odd chunk length",
                            List.of("the length of a chunk is not a number"),
                            "POST / HTTP/1.1\r\n"
                                    + "Host: a\r\n"
                                    + "Transfer-Encoding: chunked\r\n\r\n"
                                    + " 0\r\n\r\n",
                            (text, _) ->
                                    has(
                                            "\r\n"
                                                    + "[\\x00-"
                                                    + " \\x7f-\\x9f]+\\p{XDigit}|\\p{XDigit}[\\x00-"
                                                    + " \\x7f-\\x9f]+",
                                            text)),

                    // Netty drops them without a look at their values.
                    new Stricter(
                            "trailers about the body",
                            List.of(
                                    "the header content-length holds a control character",
                                    "the header transfer-encoding holds a control character",
                                    "the header trailer holds a control character"),
                            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                                    + "0\r\nX: y\r\nTrailer: a\u000bb\r\n\r\n",
                            (text, _) ->
                                    has(
                                            "(?i)\r\n(content-length|transfer-encoding|trailer):"
                                                    + ".*[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]",
                                            text)),

                    // Blanks, quotes and nothing at all where a name or a value should be; nobody
                    // needs them.
                    new Stricter(
                            "odd extensions",
                            List.of("what follows the length of a chunk is no extension"),
                            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                                    + "0;x=\"y\"\r\n\r\n",
                            (text, _) ->
                                    has(
                                            "\\p{XDigit}(?!(;TOKEN(=TOKEN)?)*\r\n);"
                                                    .replace("TOKEN", "[-\\w!#$%&'*+.^`|~]+"),
                                            text)));

    private static boolean isBlank(char c) {
        return c == ' ' || Character.isISOControl(c);
    }

    private static boolean has(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).find();
    }

    private static boolean hasOtherCoding(NettyReading.Request theirs) {
        List<String> codings = theirs.all("transfer-encoding");
        return !codings.isEmpty() && !codings.equals(List.of("chunked"));
    }

    /** Whether this is why we refuse a text that Netty takes. */
    boolean explains(Optional<String> ours, String text, NettyReading.Request theirs) {
        return ours.filter(why -> refusals.stream().anyMatch(why::equalsIgnoreCase)).isPresent()
                && isReason.test(text, theirs);
    }

    @Override
    public String toString() {
        return name;
    }
}
