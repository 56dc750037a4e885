package dev.foster.http;

import java.util.Locale;

/**
 * A request as a forgiving reader would take it: lines may end without a carriage return, blanks
 * may stand around names and values, the last length counts, chunks win over lengths.
 */
final class LenientRequest {
    private final String text;
    private int at;

    private LenientRequest(String text) {
        this.text = text;
    }

    static HttpFuzzTest.Reading read(String text) {
        return new LenientRequest(text).whole();
    }

    private HttpFuzzTest.Reading whole() {
        String method = line().strip().split("[ \t]+", -1)[0];
        long length = 0;
        boolean chunked = false;
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            String name = line.substring(0, Math.max(0, colon)).strip().toLowerCase(Locale.ROOT);
            String value = line.substring(colon + 1).strip().toLowerCase(Locale.ROOT);
            if (name.equals("content-length")) {
                length = Long.parseLong(value.substring(value.lastIndexOf(',') + 1).strip());
            } else if (name.equals("transfer-encoding")) {
                chunked = chunked || value.contains("chunked");
            }
        }
        String body = chunked ? chunks() : take(length);
        return new HttpFuzzTest.Reading(method, body, at);
    }

    private String chunks() {
        var all = new StringBuilder();
        while (true) {
            String digits = line().split(";", 2)[0].strip();
            long length = Long.parseLong(digits, 16);
            if (length == 0) {
                break;
            }
            all.append(take(length));
            line();
        }
        while (!line().isEmpty()) {
            // Trailers.
        }
        return all.toString();
    }

    private String take(long length) {
        int end = (int) Math.min(text.length(), at + length);
        String part = text.substring(at, end);
        at = end;
        return part;
    }

    private String line() {
        int end = text.indexOf('\n', at);
        if (end < 0) {
            end = text.length();
        }
        String line = text.substring(at, end);
        at = Math.min(text.length(), end + 1);
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }
}
