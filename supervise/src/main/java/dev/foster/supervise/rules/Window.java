package dev.foster.supervise.rules;

import dev.foster.supervise.spec.Limit;

import java.util.ArrayList;
import java.util.List;

/** Times in a window that slides along. */
final class Window {
    private Window() {}

    /** Those that still count. */
    static List<Long> within(List<Long> times, Limit limit, long now) {
        long oldest = now - limit.within().toNanos();
        return times.stream().filter(time -> time > oldest).toList();
    }

    static List<Long> plus(List<Long> times, long now) {
        var more = new ArrayList<>(times);
        more.add(now);
        return List.copyOf(more);
    }
}
