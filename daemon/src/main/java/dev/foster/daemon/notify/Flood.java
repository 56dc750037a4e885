package dev.foster.daemon.notify;

import dev.foster.supervise.spec.Limit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Lets only so many messages about one process through in a time, and remembers the others. For one
 * thread at a time; times are those of a monotonic clock.
 */
final class Flood {
    private final Map<String, Window> windows = new HashMap<>();
    private final Limit rate;

    /** Those that were held back. */
    record Held(String process, int count, String text) {}

    private static final class Window {
        private final long end;
        private final Map<String, Integer> held = new TreeMap<>();
        private int passed;

        Window(long end) {
            this.end = end;
        }
    }

    Flood(Limit rate) {
        this.rate = rate;
    }

    /** Whether a message may pass; if not, it will be part of a summary. */
    boolean pass(String process, String word, long now) {
        Window window = windows.get(process);
        if (window == null || (now - window.end >= 0 && window.held.isEmpty())) {
            window = new Window(now + rate.within().toNanos());
            windows.put(process, window);
        }
        if (window.passed < rate.count() && window.held.isEmpty()) {
            window.passed++;
            return true;
        }
        window.held.merge(word, 1, Integer::sum);
        return false;
    }

    /** When there will be something to sum up. */
    OptionalLong next() {
        return windows.values().stream()
                .filter(window -> !window.held.isEmpty())
                .mapToLong(window -> window.end)
                .min();
    }

    /** What is to be summed up now; each is told once. */
    List<Held> due(long now) {
        var due = new ArrayList<Held>();
        Iterator<Map.Entry<String, Window>> all = windows.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<String, Window> entry = all.next();
            if (now - entry.getValue().end >= 0) {
                all.remove();
                held(entry.getKey(), entry.getValue(), due);
            }
        }
        return due;
    }

    /** All that was held back; there will be no later. */
    List<Held> all() {
        var all = new ArrayList<Held>();
        windows.forEach((process, window) -> held(process, window, all));
        windows.clear();
        return all;
    }

    private static void held(String process, Window window, List<Held> to) {
        if (!window.held.isEmpty()) {
            int count = window.held.values().stream().mapToInt(Integer::intValue).sum();
            String words =
                    window.held.entrySet().stream()
                            .map(it -> it.getValue() + " " + it.getKey())
                            .collect(Collectors.joining(", "));
            to.add(new Held(process, count, count + " more: " + words));
        }
    }
}
