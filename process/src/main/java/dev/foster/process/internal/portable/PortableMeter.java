package dev.foster.process.internal.portable;

import dev.foster.process.Child;
import dev.foster.process.UsageMeter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Measures with what the JDK tells of processes: their processor time and how many there are.
 * Memory, threads, descriptors and storage stay 0, and a descendant that outlived its parent counts
 * only if it was seen before.
 */
final class PortableMeter implements UsageMeter {
    private final List<PortableTree> trees = new ArrayList<>();

    @Override
    public Tree watch(Child child, boolean closely) {
        if (!(child instanceof PortableChild)) {
            throw new IllegalArgumentException(
                    "cannot measure "
                            + child.spec().command().getFirst()
                            + ": it is a child of another engine; use a meter of that one");
        }
        for (PortableTree known : trees) {
            if (known.child.equals(child)) {
                known.closely |= closely;
                return known;
            }
        }
        var tree = new PortableTree(child, closely);
        trees.add(tree);
        return tree;
    }

    @Override
    public void measure() {
        measure(trees);
    }

    @Override
    public void measureClosely() {
        measure(trees.stream().filter(tree -> tree.closely).toList());
    }

    private static void measure(List<PortableTree> wanted) {
        if (!wanted.isEmpty()) {
            Map<ProcessHandle, List<ProcessHandle>> children = children();
            wanted.forEach(tree -> tree.measure(children));
        }
    }

    /** Of all processes at once: asking one for its children looks at every process there is. */
    private static Map<ProcessHandle, List<ProcessHandle>> children() {
        var children = new HashMap<ProcessHandle, List<ProcessHandle>>();
        ProcessHandle.allProcesses()
                .forEach(
                        handle ->
                                handle.parent()
                                        .ifPresent(
                                                parent ->
                                                        children.computeIfAbsent(
                                                                        parent,
                                                                        _ -> new ArrayList<>())
                                                                .add(handle)));
        return children;
    }

    @Override
    public void close() {
        trees.clear();
    }

    private final class PortableTree implements Tree {
        private final Child child;
        private boolean closely;
        private final Map<ProcessHandle, Long> seen = new HashMap<>();
        private long gone;
        private long cpuNanos;
        private long measuredAt;

        PortableTree(Child child, boolean closely) {
            this.child = child;
            this.closely = closely;
        }

        void measure(Map<ProcessHandle, List<ProcessHandle>> children) {
            Set<ProcessHandle> living = living(children);
            seen.forEach(
                    (handle, nanos) -> {
                        if (!living.contains(handle)) {
                            gone += nanos;
                        }
                    });
            seen.keySet().retainAll(living);
            long now = gone;
            for (ProcessHandle handle : living) {
                long nanos =
                        Math.max(
                                seen.getOrDefault(handle, 0L),
                                handle.info().totalCpuDuration().map(Duration::toNanos).orElse(0L));
                seen.put(handle, nanos);
                now += nanos;
            }
            cpuNanos = now;
            measuredAt = System.nanoTime();
        }

        private Set<ProcessHandle> living(Map<ProcessHandle, List<ProcessHandle>> children) {
            var living = new HashSet<ProcessHandle>();
            if (child.alive()) {
                ProcessHandle.of(child.pid())
                        .ifPresent(handle -> addWithThoseBelow(handle, children, living));
            }
            seen.keySet().forEach(handle -> addWithThoseBelow(handle, children, living));
            return living;
        }

        private static void addWithThoseBelow(
                ProcessHandle handle,
                Map<ProcessHandle, List<ProcessHandle>> children,
                Set<ProcessHandle> living) {
            if (!living.contains(handle) && handle.isAlive() && !CookieSearch.ended(handle.pid())) {
                living.add(handle);
                children.getOrDefault(handle, List.of())
                        .forEach(below -> addWithThoseBelow(below, children, living));
            }
        }

        @Override
        public Child child() {
            return child;
        }

        @Override
        public long measuredAt() {
            return measuredAt;
        }

        @Override
        public boolean there() {
            return !seen.isEmpty();
        }

        @Override
        public long cpuNanos() {
            return cpuNanos;
        }

        @Override
        public long residentBytes() {
            return 0;
        }

        @Override
        public int threads() {
            return 0;
        }

        @Override
        public int processes() {
            return seen.size();
        }

        @Override
        public int mostFiles() {
            return 0;
        }

        @Override
        public int files() {
            return 0;
        }

        @Override
        public long readBytes() {
            return 0;
        }

        @Override
        public long writtenBytes() {
            return 0;
        }

        @Override
        public long proportionalBytes() {
            return 0;
        }

        @Override
        public void close() {
            trees.remove(this);
        }
    }
}
