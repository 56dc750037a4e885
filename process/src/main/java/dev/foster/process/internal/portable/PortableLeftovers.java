package dev.foster.process.internal.portable;

import dev.foster.process.Signal;
import dev.foster.process.internal.Leftovers;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.IntConsumer;
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
    public void count(IntConsumer answer) {
        List<ProcessHandle> seen = List.copyOf(lineage);
        // The search reads all of /proc: not on the loop, which all children share.
        executor.execute(
                () -> {
                    List<ProcessHandle> now = search(seen);
                    loop.execute(
                            () -> {
                                alive = now;
                                found.addAll(now);
                                answer.accept(now.size());
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
    public boolean signal(Signal signal) {
        alive.forEach(handle -> Signals.send(handle, signal));
        return !alive.isEmpty();
    }

    @Override
    public int found() {
        return found.size();
    }
}
