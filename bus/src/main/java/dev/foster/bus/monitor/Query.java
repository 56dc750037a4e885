package dev.foster.bus.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;

import java.io.Serial;
import java.net.URLDecoder;
import java.util.HashMap;
import java.util.Map;

/** What a request asks for behind the question mark; of a name that comes twice, the first. */
record Query(Map<String, String> parameters) {
    /** A parameter is not what it should be; the text is for whoever asked. */
    static final class Unreadable extends RuntimeException {
        @Serial private static final long serialVersionUID = 1L;

        Unreadable(String message) {
            super(message);
        }
    }

    static Query of(HttpExchange exchange) {
        String raw = exchange.getRequestURI().getRawQuery();
        Map<String, String> parameters = new HashMap<>();
        for (String pair : raw == null ? new String[0] : raw.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            parameters.putIfAbsent(
                    decoded(name), equals < 0 ? "" : decoded(pair.substring(equals + 1)));
        }
        return new Query(parameters);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, UTF_8);
        } catch (IllegalArgumentException e) {
            throw new Unreadable("Error decoding the query: " + text);
        }
    }

    String text(String name) {
        return parameters.getOrDefault(name, "");
    }

    int number(String name, int otherwise) {
        String text = text(name);
        if (text.isEmpty()) {
            return otherwise;
        }
        if (!text.matches("-?\\d{1,9}")) {
            throw new Unreadable("Error decoding int for '" + name + "': \"" + text + "\"");
        }
        return Integer.parseInt(text);
    }

    boolean flag(String name) {
        return switch (text(name)) {
            case "1", "t", "T", "true", "TRUE", "True" -> true;
            case "", "0", "f", "F", "false", "FALSE", "False" -> false;
            default ->
                    throw new Unreadable(
                            "Error decoding boolean for '" + name + "': \"" + text(name) + "\"");
        };
    }
}
