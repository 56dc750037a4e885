package dev.foster.daemon.operations;

import dev.foster.process.Child;
import dev.foster.process.Usage;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What processes use, measured only when somebody asks: the share of a core is that since the last
 * question, or since the start for the first.
 */
final class UsageSamples {
    private static final long SHORTEST = 100_000_000;
    private static final long RECENT = 3_000_000_000L;

    /** What a process uses. */
    record Sample(double cpuPercent, long residentBytes) {}

    private record Point(long pid, long nanos, long cpu, double percent, long residentBytes) {}

    private final Map<String, Point> points = new ConcurrentHashMap<>();

    Optional<Sample> take(String name, Child child) {
        return child.usage().map(usage -> sample(name, child, usage));
    }

    /** What was measured of this very process in the last moments, if anything was. */
    Optional<Sample> recent(String name, OptionalLong pid) {
        return Optional.ofNullable(points.get(name))
                .filter(point -> pid.isPresent() && pid.getAsLong() == point.pid())
                .filter(point -> System.nanoTime() - point.nanos() < RECENT)
                .map(point -> new Sample(point.percent(), point.residentBytes()));
    }

    private Sample sample(String name, Child child, Usage usage) {
        long now = System.nanoTime();
        Point before = points.get(name);
        if (before == null || before.pid() != child.pid()) {
            long age =
                    Math.max(
                            1_000_000,
                            Duration.between(child.startedAt(), Instant.now()).toNanos());
            before = new Point(child.pid(), now - age, 0, 0, 0);
        }
        long cpu = usage.cpu().toNanos();
        // Two questions in short order would measure the kernel's ticks, not the process.
        if (now - before.nanos() < SHORTEST) {
            return new Sample(before.percent(), usage.residentBytes());
        }
        double percent = 100.0 * (cpu - before.cpu()) / (now - before.nanos());
        points.put(name, new Point(child.pid(), now, cpu, percent, usage.residentBytes()));
        return new Sample(percent, usage.residentBytes());
    }
}
