package dev.foster.daemon.usage;

import dev.foster.control.UsageHistoryView;
import dev.foster.control.UsageLineView;
import dev.foster.process.UsageMeter;

import java.time.Instant;
import java.util.Optional;

/**
 * What one process uses, and used. Of its runs one counts at a time: while another gets ready
 * beside it, or ends after it was replaced, that one does not.
 */
final class ProcessUsage {
    /** Closer together is the same point of the history. */
    private static final long SHORTEST = 700_000_000;

    private static final long SHORTEST_MILLIS = SHORTEST / 1_000_000;

    private static final long SECOND_MILLIS = 1000;

    /**
     * A run that nothing was told of for so long is over, whoever forgot to say so, or the machine
     * slept. One that does nothing is told of every four seconds.
     */
    private static final long SILENCE_MILLIS = 6000;

    private final PastHour past = new PastHour();
    private Optional<UsageFigures> current = Optional.empty();
    private Peaks peaks = Peaks.NONE;
    private long run;
    private long lastEnded;
    private long measuredAt;
    private long cpuNanos;
    private double cpuPercent;
    private long pointAt;

    /** The figures, if they are a new point of the history. */
    synchronized Optional<UsageFigures> measured(long which, UsageMeter.Tree tree, Instant now) {
        long at = tree.measuredAt();
        boolean another = which != run && current.filter(it -> fresh(it, now)).isPresent();
        if (which == lastEnded || which < run || another) {
            return Optional.empty();
        }
        catchUp(now.toEpochMilli());
        long before = measuredAt;
        boolean first = which != run || current.isEmpty();
        if (first) {
            run = which;
            long age = now.toEpochMilli() - tree.child().startedAt().toEpochMilli();
            before = at - Math.max(1, age) * 1_000_000;
            cpuNanos = 0;
        }
        if (first || at - before >= SHORTEST) {
            cpuPercent = 100.0 * (tree.cpuNanos() - cpuNanos) / (at - before);
            measuredAt = at;
            cpuNanos = tree.cpuNanos();
        }
        UsageFigures figures = figures(tree, now);
        current = Optional.of(figures);
        // A share of a process's first moments is no measure of anything.
        peaks = peaks.with(figures, first ? 0 : figures.cpuPercent());
        if (!first && apart(now.toEpochMilli(), pointAt) < SHORTEST_MILLIS) {
            return Optional.empty();
        }
        addPoint(now.toEpochMilli(), figures);
        return current;
    }

    /**
     * Adds the seconds in which it was not looked at because it does nothing: it was as quiet as
     * before. The last of them is so far back that one which is told of just now is a point as
     * well.
     */
    private void catchUp(long now) {
        // Who only asks does not prolong it.
        if (current.filter(it -> now - it.at().toEpochMilli() < SILENCE_MILLIS).isPresent()) {
            while (now - pointAt >= SECOND_MILLIS + SHORTEST_MILLIS) {
                addPoint(pointAt + SECOND_MILLIS, current.get());
            }
        }
    }

    private void addPoint(long at, UsageFigures figures) {
        pointAt = at;
        past.add(at, cpuPercent, figures.memoryBytes(), figures.threads(), figures.files());
    }

    /** A quiet run is told of more seldom, and is no less there. */
    private static boolean fresh(UsageFigures figures, Instant now) {
        return apart(now.toEpochMilli(), figures.at().toEpochMilli()) < SILENCE_MILLIS;
    }

    /** A clock that was set back stops nothing. */
    private static long apart(long one, long other) {
        return Math.abs(one - other);
    }

    private UsageFigures figures(UsageMeter.Tree tree, Instant now) {
        return new UsageFigures(
                run,
                now,
                Math.round(cpuPercent * 10) / 10.0,
                tree.cpuNanos(),
                tree.residentBytes(),
                tree.threads(),
                tree.processes(),
                tree.files(),
                tree.readBytes(),
                tree.writtenBytes(),
                tree.source());
    }

    synchronized void tookOver(long which) {
        if (which > run) {
            run = which;
            current = Optional.empty();
        }
    }

    synchronized void ended(long which, Instant now) {
        lastEnded = which;
        if (which == run) {
            catchUp(now.toEpochMilli());
            current = Optional.empty();
            past.addGap(now.toEpochMilli());
        }
    }

    synchronized Optional<UsageFigures> current() {
        return current;
    }

    synchronized Peaks peaks() {
        return peaks;
    }

    synchronized UsageHistoryView history(Instant now) {
        catchUp(now.toEpochMilli());
        return past.view(now.toEpochMilli());
    }

    synchronized UsageLineView line(String name, int most, Instant now) {
        catchUp(now.toEpochMilli());
        return past.line(name, most);
    }
}
