package dev.foster.stdio.http;

import dev.foster.http.Headers;

import java.util.List;
import java.util.Locale;

/** In which forms a client takes an answer. A client that does not say takes both. */
record Takes(boolean json, boolean events) {

    static Takes of(Headers headers) {
        List<String> lines = headers.all("accept");
        boolean json = lines.isEmpty();
        boolean events = lines.isEmpty();
        for (String line : lines) {
            for (String part : line.split(",", -1)) {
                int parameters = part.indexOf(';');
                String type = parameters < 0 ? part : part.substring(0, parameters);
                switch (type.strip().toLowerCase(Locale.ROOT)) {
                    case "*/*" -> {
                        json = true;
                        events = true;
                    }
                    case "application/json", "application/*" -> json = true;
                    case "text/event-stream", "text/*" -> events = true;
                    default -> {
                        // Others may be listed as well.
                    }
                }
            }
        }
        return new Takes(json, events);
    }

    boolean nothing() {
        return !json && !events;
    }
}
