package dev.foster.supervise.restart;

import dev.foster.supervise.spec.Limit;

import java.util.ArrayList;
import java.util.List;

/** Times in a window that slides along. */
public final class Window {
    private Window() {}

    /** Those that still count. */
    public static List<Long> within(List<Long> times, Limit limit, long now) {
        long length = limit.within().toNanos();
        return times.stream().filter(time -> now - time < length).toList();
    }

    public static List<Long> plus(List<Long> times, long now) {
        var more = new ArrayList<>(times);
        more.add(now);
        return List.copyOf(more);
    }
}
