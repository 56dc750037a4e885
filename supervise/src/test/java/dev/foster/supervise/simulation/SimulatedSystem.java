package dev.foster.supervise.simulation;

import dev.foster.process.Excess;
import dev.foster.process.Exit;
import dev.foster.process.Signal;
import dev.foster.process.StopReport;
import dev.foster.supervise.loop.EffectRunner;
import dev.foster.supervise.rules.Effect;
import dev.foster.supervise.rules.TreeInput;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.stage.Specs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/**
 * An operating system that lives in a table: its processes crash, hang, fork, ignore signals and
 * answer late, at any moment and as chance will have it.
 */
final class SimulatedSystem implements EffectRunner {
    private static final List<TreeInput.NoStart> NO_STARTS =
            List.of(
                    TreeInput.NoStart.PASSING,
                    TreeInput.NoStart.PASSING,
                    TreeInput.NoStart.SHORTAGE,
                    TreeInput.NoStart.LASTING);

    private static final long MILLI = 1_000_000L;

    /** How wild it is. */
    enum Mood {
        WILD,
        /** Everything starts, becomes ready and obeys. */
        CALM
    }

    /** One process with what it forked: in the table until all of it is gone, not only itself. */
    private static final class Entry {
        final Effect.Spawn spawn;
        boolean alive = true;
        boolean immortal;
        boolean stopping;
        boolean answered;
        Optional<TreeInput> unheard = Optional.empty();

        Entry(Effect.Spawn spawn) {
            this.spawn = spawn;
        }
    }

    private record Due(long at, long number, Runnable action) {}

    private final SimulatedTime time;
    private final RandomGenerator random;
    private final PriorityQueue<Due> agenda =
            new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::number));
    private final Map<String, List<Entry>> table = new HashMap<>();
    private final List<TreeInput> outbox = new ArrayList<>();
    private long numbers;
    private Mood mood = Mood.WILD;

    SimulatedSystem(SimulatedTime time, RandomGenerator random) {
        this.time = time;
        this.random = random;
    }

    void mood(Mood next) {
        mood = next;
        if (next == Mood.CALM) {
            table.values().forEach(all -> all.forEach(entry -> entry.immortal = false));
        }
    }

    /** When something happens next. */
    Optional<Long> nextAt() {
        return agenda.isEmpty() ? Optional.empty() : Optional.of(agenda.peek().at());
    }

    /** Lets happen what is due now; the news of it. */
    List<TreeInput> run() {
        outbox.clear();
        while (!agenda.isEmpty() && agenda.peek().at() <= time.nanos()) {
            agenda.poll().action().run();
        }
        return List.copyOf(outbox);
    }

    /** How many copies of a process exist, what it forked included. */
    int copies(String name) {
        return table.getOrDefault(name, List.of()).size();
    }

    boolean isEmpty() {
        return table.values().stream().allMatch(List::isEmpty);
    }

    /** At some moments even the attempt fails, as when memory is short. */
    boolean fails(int oneIn) {
        return chance(oneIn);
    }

    @Override
    public void perform(Effect effect) {
        if (fails(40)) {
            throw new OutOfMemoryError("simulated");
        }
        switch (effect) {
            case Effect.Spawn spawn -> after(0, 20, () -> begin(spawn));
            // Whoever does not know the process yet cannot stop it.
            case Effect.Stop stop ->
                    find(stop.name(), stop.run())
                            .filter(entry -> entry.answered)
                            .ifPresent(entry -> stop(entry, stop.kill()));
            case Effect.Retire retire ->
                    find(retire.name(), retire.run()).ifPresent(entry -> stop(entry, false));
            case Effect.Ask ask -> ask(ask);
            case Effect.StopAsking _, Effect.GiveUpStart _, Effect.Tell _ -> {}
        }
    }

    private void after(int least, int most, Runnable action) {
        long wait = (least + random.nextInt(most - least + 1)) * MILLI + random.nextInt(1000);
        agenda.add(new Due(time.nanos() + wait, numbers++, action));
    }

    private boolean chance(int oneIn) {
        return mood == Mood.WILD && random.nextInt(oneIn) == 0;
    }

    private Optional<Entry> find(String name, long run) {
        return table.getOrDefault(name, List.of()).stream()
                .filter(entry -> entry.spawn.run() == run)
                .findFirst();
    }

    /** Some wait for what is outside of the stack, and may find that this is away for good. */
    private void begin(Effect.Spawn spawn) {
        if (chance(12)) {
            delay(spawn, false);
            if (chance(2)) {
                after(0, 500, () -> delay(spawn, true));
            }
            after(500, 5_000, () -> spawn(spawn));
        } else {
            spawn(spawn);
        }
    }

    private void delay(Effect.Spawn spawn, boolean lasting) {
        String why = lasting ? "waiting in vain" : "waiting";
        outbox.add(new TreeInput.Delayed(spawn.spec().name(), spawn.run(), why, lasting));
    }

    private void spawn(Effect.Spawn spawn) {
        String name = spawn.spec().name();
        if (chance(15)) {
            TreeInput.NoStart kind = NO_STARTS.get(random.nextInt(NO_STARTS.size()));
            outbox.add(new TreeInput.SpawnFailed(name, spawn.run(), "no such program", kind));
            return;
        }
        var entry = new Entry(spawn);
        table.computeIfAbsent(name, _ -> new ArrayList<>()).add(entry);
        entry.immortal = chance(60);
        // One in a few answers late, perhaps after everybody stopped waiting.
        Runnable answer = () -> answer(entry);
        if (chance(20)) {
            after(0, 15_000, answer);
        } else {
            answer.run();
        }
        if (mood == Mood.CALM || chance(2)) {
            int slowest = mood == Mood.CALM ? 10 : 300;
            after(0, slowest, () -> say(entry, new TreeInput.SaidReady(name, spawn.run())));
        }
        if (chance(2)) {
            after(0, 3000, () -> exit(entry, random.nextInt(5)));
        }
        if (chance(4)) {
            after(0, 2000, () -> say(entry, overLimit(entry)));
        }
        if (chance(10)) {
            after(0, 1000, () -> say(entry, suspended(entry, true)));
            after(1001, 1400, () -> say(entry, suspended(entry, false)));
        }
        // Those without a watchdog speak up now and then too, and nobody may mind.
        boolean watched =
                spawn.spec()
                        .liveness()
                        .filter(live -> live.probe() instanceof Probe.Notify)
                        .isPresent();
        if (watched || chance(10)) {
            watchdog(entry);
        }
    }

    private static TreeInput suspended(Entry entry, boolean isSo) {
        return new TreeInput.Suspended(entry.spawn.spec().name(), entry.spawn.run(), isSo);
    }

    private TreeInput overLimit(Entry entry) {
        LimitRule.Then[] ends = LimitRule.Then.values();
        return new TreeInput.OverLimit(
                entry.spawn.spec().name(),
                entry.spawn.run(),
                Specs.memory(301),
                ends[random.nextInt(ends.length)]);
    }

    /** The news of a start comes before that of its end, as from the real system. */
    private void answer(Entry entry) {
        entry.answered = true;
        outbox.add(
                new TreeInput.Spawned(entry.spawn.spec().name(), entry.spawn.run(), 100 + numbers));
        entry.unheard.ifPresent(outbox::add);
    }

    private void watchdog(Entry entry) {
        after(
                20,
                mood == Mood.CALM ? 40 : 400,
                () -> {
                    if (entry.alive) {
                        say(
                                entry,
                                new TreeInput.SaidAlive(
                                        entry.spawn.spec().name(), entry.spawn.run()));
                        watchdog(entry);
                    }
                });
    }

    private void say(Entry entry, TreeInput event) {
        if (entry.alive) {
            outbox.add(event);
        }
    }

    private void exit(Entry entry, int code) {
        if (!entry.alive || entry.immortal) {
            return;
        }
        entry.alive = false;
        Exit.Ending ending =
                code == 4 ? new Exit.Ending.Killed(Signal.KILL, false) : new Exit.Ending.Code(code);
        // The kernel says of some that it ended them for a limit.
        Optional<Excess> overLimit =
                code == 4 && chance(2)
                        ? Optional.of(Excess.byKernel(Excess.Resource.MEMORY, 1e6))
                        : Optional.empty();
        TreeInput news =
                new TreeInput.Exited(
                        entry.spawn.spec().name(),
                        entry.spawn.run(),
                        new Exit(
                                ending,
                                Exit.Asked.NOBODY,
                                time.wall(),
                                Duration.ofMillis(5),
                                Optional.empty(),
                                false,
                                overLimit));
        if (entry.answered) {
            outbox.add(news);
        } else {
            entry.unheard = Optional.of(news);
        }
    }

    private void stop(Entry entry, boolean kill) {
        if (entry.immortal && !entry.stopping) {
            entry.stopping = true;
            if (chance(2)) {
                after(800, 1000, () -> stopped(entry, true));
            }
            return;
        }
        if (entry.immortal) {
            return;
        }
        boolean first = !entry.stopping;
        entry.stopping = true;
        long grace = entry.spawn.spec().child().stopPlan().grace().toMillis();
        int slowest = kill || !chance(3) ? 30 : (int) grace + 100;
        after(0, slowest, () -> exit(entry, 0));
        if (first || kill) {
            after(slowest + 1, slowest + 60, () -> stopped(entry, false));
        }
    }

    private void stopped(Entry entry, boolean stuck) {
        String name = entry.spawn.spec().name();
        if (!stuck) {
            List<Entry> all = table.getOrDefault(name, List.of());
            if (!all.remove(entry)) {
                return;
            }
            entry.alive = false;
        }
        outbox.add(
                new TreeInput.Stopped(
                        name, entry.spawn.run(), stuck ? StopReport.stuck() : Specs.gone()));
    }

    private void ask(Effect.Ask ask) {
        if (chance(10)) {
            return;
        }
        after(
                0,
                (int) ask.timeout().toMillis(),
                () -> {
                    boolean alive =
                            find(ask.name(), ask.run()).filter(entry -> entry.alive).isPresent();
                    boolean good = alive && !chance(3);
                    outbox.add(
                            new TreeInput.Probed(
                                    ask.name(), ask.run(), ask.role(), good, "simulated"));
                });
    }
}
