package dev.foster.process.internal.portable;

import dev.foster.process.Signal;
import dev.foster.process.internal.Leftovers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/**
 * What one child leaves behind, as far as the JDK can tell: those seen below it while it lived,
 * those below them, and where there is a /proc those that carry its cookie.
 */
final class PortableLeftovers implements Leftovers {
    private final ProcessHandle child;
    private final String cookie;
    private final PortableLoop loop;
    private final Executor executor;
    private final Set<ProcessHandle> lineage = new HashSet<>();
    private final Set<ProcessHandle> found = new HashSet<>();
    private final Map<ProcessHandle, Long> asked = new HashMap<>();
    private final Set<ProcessHandle> killed = new HashSet<>();
    private List<ProcessHandle> alive = List.of();

    PortableLeftovers(ProcessHandle child, String cookie, PortableLoop loop, Executor executor) {
        this.child = child;
        this.cookie = cookie;
        this.loop = loop;
        this.executor = executor;
    }

    @Override
    public void remember() {
        child.descendants().forEach(lineage::add);
    }

    @Override
    public void count(Count answer) {
        List<ProcessHandle> seen = List.copyOf(lineage);
        // The search reads all of /proc: not on the loop, which all children share.
        executor.execute(
                () -> {
                    var now = new ArrayList<ProcessHandle>();
                    boolean looked =
                            loop.faults()
                                    .survives(
                                            "it looked what a child left",
                                            () -> now.addAll(search(seen)));
                    loop.execute(
                            () -> {
                                alive = now;
                                found.addAll(now);
                                // Only what is known to be gone is gone.
                                answer.is(now.size(), looked ? 0 : 1);
                            });
                });
    }

    private List<ProcessHandle> search(List<ProcessHandle> seen) {
        return Stream.concat(seen.stream(), CookieSearch.holders(cookie))
                .flatMap(handle -> Stream.concat(Stream.of(handle), handle.descendants()))
                .filter(ProcessHandle::isAlive)
                .filter(handle -> !handle.equals(child) && !CookieSearch.ended(handle.pid()))
                .distinct()
                .toList();
    }

    @Override
    public void ask(Signal signal) {
        long now = System.nanoTime();
        alive.stream()
                .filter(handle -> asked.putIfAbsent(handle, now) == null)
                .forEach(handle -> Signals.send(handle, signal));
    }

    @Override
    public void killAskedSince(long nanos) {
        long now = System.nanoTime();
        alive.forEach(
                handle -> {
                    Long at = asked.get(handle);
                    if (at != null && now - at >= nanos) {
                        kill(handle);
                    }
                });
    }

    @Override
    public void killAll() {
        alive.forEach(this::kill);
    }

    private void kill(ProcessHandle handle) {
        killed.add(handle);
        Signals.send(handle, Signal.KILL);
    }

    @Override
    public int killed() {
        return killed.size();
    }

    @Override
    public int found() {
        return found.size();
    }
}
