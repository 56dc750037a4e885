package dev.foster.supervise.loop;

import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.Watcher;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.rules.ChildView;
import dev.foster.supervise.rules.Tree;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** How all processes stand, for everyone to read; the loop alone writes it. */
final class States {
    private final Map<String, Integer> places = new ConcurrentHashMap<>();

    /** By their place, which is the order they were given in. */
    private final Map<Integer, ProcessStatus> states = new ConcurrentSkipListMap<>();

    private final Time time;
    private final Watcher watcher;
    private final FaultBarrier barrier;
    private int lastPlace;

    States(Time time, Watcher watcher) {
        this.time = time;
        this.watcher = watcher;
        this.barrier = new FaultBarrier(watcher);
    }

    void publish(Tree tree) {
        Instant wall = time.wall();
        long now = time.nanos();
        for (String name : tree.changed()) {
            barrier.run(
                    "show how " + name + " stands",
                    () -> {
                        publish(name, tree.view(name), wall, now);
                        tree.shown(name);
                    });
        }
    }

    private void publish(String name, Optional<ChildView> view, Instant wall, long now) {
        if (view.isEmpty()) {
            Optional.ofNullable(places.remove(name)).ifPresent(states::remove);
            barrier.run("tell that " + name + " is gone", () -> watcher.removed(name));
            return;
        }
        int place = places.computeIfAbsent(name, _ -> lastPlace++);
        Optional<ProcessStatus> before = Optional.ofNullable(states.get(place));
        ProcessStatus state = state(view.get(), before, wall, now);
        if (before.filter(state::equals).isEmpty()) {
            states.put(place, state);
            barrier.run("tell how " + name + " stands", () -> watcher.changed(state));
        }
    }

    private static ProcessStatus state(
            ChildView view, Optional<ProcessStatus> before, Instant wall, long now) {
        Instant since =
                before.filter(old -> old.word() == view.word() && old.run() == view.run())
                        .map(ProcessStatus::since)
                        .orElse(wall);
        return new ProcessStatus(
                view.spec(),
                view.word(),
                view.wanted(),
                view.ready(),
                view.run(),
                view.pid(),
                since,
                startedAt(view, before).or(() -> at(view.startedAt(), wall, now)),
                view.restarts(),
                view.lastExit(),
                view.why(),
                at(view.until(), wall, now));
    }

    // One run has one beginning, though the two clocks never agree to the nanosecond.
    private static Optional<Instant> startedAt(ChildView view, Optional<ProcessStatus> before) {
        return before.filter(old -> old.run() == view.run() && view.startedAt() != Moment.NEVER)
                .flatMap(ProcessStatus::startedAt);
    }

    private static Optional<Instant> at(long nanos, Instant wall, long now) {
        return nanos == Moment.NEVER ? Optional.empty() : Optional.of(wall.plusNanos(nanos - now));
    }

    Optional<ProcessStatus> one(String name) {
        return Optional.ofNullable(places.get(name)).map(states::get);
    }

    List<ProcessStatus> all() {
        return new ArrayList<>(states.values());
    }
}
