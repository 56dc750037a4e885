package dev.foster.daemon.usage;

import dev.foster.control.UsageHistoryView;
import dev.foster.control.UsageLineView;
import dev.foster.process.UsageMeter;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What each process uses, used at most, and used in the last hour. The supervision writes what it
 * measures; anybody reads.
 */
public final class UsageBook {
    private static final UsageHistoryView NO_HISTORY =
            new UsageHistoryView(List.of(), List.of(), List.of(), List.of(), List.of());

    private final Map<String, ProcessUsage> pages = new ConcurrentHashMap<>();
    private final InstantSource clock;

    public UsageBook() {
        this(InstantSource.system());
    }

    UsageBook(InstantSource clock) {
        this.clock = clock;
    }

    // ---- the supervision tells ----

    /**
     * A run was measured.
     *
     * @return what it uses, if that is a new point of its history
     */
    public Optional<UsageFigures> measured(String name, long run, UsageMeter.Tree tree) {
        return page(name)
                .or(() -> first(name, tree))
                .flatMap(page -> page.measured(run, tree, clock.instant()));
    }

    /** What was measured of a process that was removed meanwhile does not bring it back. */
    private synchronized Optional<ProcessUsage> first(String name, UsageMeter.Tree tree) {
        return tree.child().alive()
                ? Optional.of(pages.computeIfAbsent(name, _ -> new ProcessUsage()))
                : Optional.empty();
    }

    /** A run took over from another: from now on it is the one that counts. */
    public void tookOver(String name, long run) {
        page(name).ifPresent(page -> page.tookOver(run));
    }

    /** A run ended, which leaves a gap. */
    public void ended(String name, long run) {
        page(name).ifPresent(page -> page.ended(run, clock.instant()));
    }

    /** There is no such process any more. */
    public synchronized void forget(String name) {
        pages.remove(name);
    }

    // ---- anybody asks ----

    private Optional<ProcessUsage> page(String name) {
        return Optional.ofNullable(pages.get(name));
    }

    /** What the process uses now; empty while it does not run or was not measured yet. */
    public Optional<UsageFigures> current(String name) {
        return page(name).flatMap(ProcessUsage::current);
    }

    /** The most it used since the daemon began; empty when it never ran. */
    public Optional<Peaks> peaks(String name) {
        return page(name).map(ProcessUsage::peaks);
    }

    /** What it used in the last hour. */
    public UsageHistoryView history(String name) {
        return page(name).map(page -> page.history(clock.instant())).orElse(NO_HISTORY);
    }

    /** What it used in the last so many seconds that it was measured in. */
    public UsageLineView line(String name, int seconds) {
        return page(name)
                .map(page -> page.line(name, seconds, clock.instant()))
                .orElse(new UsageLineView(name, List.of(), List.of()));
    }
}
