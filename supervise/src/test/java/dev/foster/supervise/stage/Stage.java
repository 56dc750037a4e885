package dev.foster.supervise.stage;

import dev.foster.process.Exit;
import dev.foster.process.StopReport;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.rules.ChildView;
import dev.foster.supervise.rules.Effect;
import dev.foster.supervise.rules.Tree;
import dev.foster.supervise.rules.TreeInput;
import dev.foster.supervise.spec.Diagnosis;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.StackSpec;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A tree whose clock and world the test commands: a process that is asked for is there, and one
 * that is to end is gone, only once the test says so.
 */
public final class Stage {
    private static final int TOO_MANY = 100_000;

    private final Tree tree;
    private final List<String> asked = new ArrayList<>();
    private final List<ProcessEvent> told = new ArrayList<>();
    private final Map<String, Long> spawning = new LinkedHashMap<>();
    private final Map<String, Long> stopping = new LinkedHashMap<>();
    private final StackSpec stack;
    private long now = 1_000_000_000_000L;
    private long lastPid = 100;
    private double chance = 0.5;

    public Stage(StackSpec stack) {
        this.stack = stack;
        this.tree = new Tree(stack);
    }

    public static Stage of(ProcessSpec... processes) {
        return new Stage(StackSpec.of(processes));
    }

    /** All of it is up, and what was asked for until then is forgotten. */
    public Stage allUp() {
        stack.processes().stream().filter(ProcessSpec::enabled).forEach(one -> start(one.name()));
        obey();
        take();
        return this;
    }

    // ---- what people ask for ----

    public void start(String... names) {
        on(new TreeInput.StartAsked(Set.of(names), false, Specs.TESTER));
    }

    public void startAlone(String... names) {
        on(new TreeInput.StartAsked(Set.of(names), true, Specs.TESTER));
    }

    public void stop(String... names) {
        on(new TreeInput.StopAsked(Set.of(names), false, Specs.TESTER));
    }

    public void kill(String... names) {
        on(new TreeInput.StopAsked(Set.of(names), true, Specs.TESTER));
    }

    public void restart(String... names) {
        on(new TreeInput.RestartAsked(Set.of(names), Specs.TESTER));
    }

    public void replace(String name) {
        on(new TreeInput.ReplaceAsked(name, Duration.ofSeconds(30), Specs.TESTER));
    }

    public void change(StackSpec next) {
        on(new TreeInput.StackChanged(next, Specs.TESTER));
    }

    // ---- what the world says ----

    /** The process that was asked for is there. */
    public void spawned(String name) {
        spawning.remove(name);
        on(new TreeInput.Spawned(name, run(name), ++lastPid));
    }

    /** The process that was asked for beside the current one is there. */
    public long spawnedBeside(String name) {
        long run = Objects.requireNonNull(spawning.remove(name), name);
        on(new TreeInput.Spawned(name, run, ++lastPid));
        return run;
    }

    public void spawnFailed(String name) {
        spawning.remove(name);
        on(
                new TreeInput.SpawnFailed(
                        name, run(name), "no such program", TreeInput.NoStart.PASSING));
    }

    /** No attempt will ever succeed. */
    public void spawnFailedForGood(String name) {
        spawning.remove(name);
        on(
                new TreeInput.SpawnFailed(
                        name, run(name), "no such program", TreeInput.NoStart.LASTING));
    }

    /** The system had none to give. */
    public void spawnFailedByShortage(String name) {
        spawning.remove(name);
        on(new TreeInput.SpawnFailed(name, run(name), "too many", TreeInput.NoStart.SHORTAGE));
    }

    /** As the rules wished. */
    public void givenUp(String name) {
        spawning.remove(name);
        on(
                new TreeInput.SpawnFailed(
                        name,
                        run(name),
                        "stopped before it had begun",
                        TreeInput.NoStart.GIVEN_UP));
    }

    public void saidReady(String name) {
        on(new TreeInput.SaidReady(name, run(name)));
    }

    public void saidAlive(String name) {
        on(new TreeInput.SaidAlive(name, run(name)));
    }

    public void suspended(String name, boolean isSo) {
        on(new TreeInput.Suspended(name, run(name), isSo));
    }

    public void probed(String name, TreeInput.Role role, boolean good) {
        on(new TreeInput.Probed(name, run(name), role, good, good ? "" : "refused"));
    }

    /** It ended by itself; what it may have left behind is not gone yet. */
    public void exited(String name, Exit exit) {
        on(new TreeInput.Exited(name, run(name), exit));
    }

    /** It ended by itself, nothing is left of it, and its attendant knows why. */
    public void diagnosed(String name, Diagnosis diagnosis) {
        on(new TreeInput.Exited(name, run(name), Specs.code(11), Optional.of(diagnosis)));
        gone(name);
    }

    /** It and all it started are gone. */
    public void gone(String name) {
        stopping.remove(name);
        on(new TreeInput.Stopped(name, run(name), Specs.gone()));
    }

    /** It is gone, and that took as long as this. */
    public void gone(String name, StopReport.Took took, Duration duration) {
        stopping.remove(name);
        on(new TreeInput.Stopped(name, run(name), Specs.gone(took, duration)));
    }

    /** This run of it is gone, which need not be the current one. */
    public void gone(String name, long run) {
        stopping.remove(name, run);
        on(new TreeInput.Stopped(name, run, Specs.gone()));
    }

    /** It did not go, whatever was tried. */
    public void stuck(String name) {
        on(new TreeInput.Stopped(name, run(name), StopReport.stuck()));
    }

    /** It ended by itself and left nothing behind. */
    public void ends(String name, Exit exit) {
        exited(name, exit);
        gone(name);
    }

    public void crashes(String name) {
        ends(name, Specs.code(1));
    }

    /** Does everything that was asked for, the oldest first, until nothing is left to do. */
    public void obey() {
        for (int i = 0; i < TOO_MANY; i++) {
            if (!stopping.isEmpty()) {
                gone(stopping.keySet().iterator().next());
            } else if (!spawning.isEmpty()) {
                spawned(spawning.keySet().iterator().next());
            } else {
                return;
            }
        }
        throw new AssertionError("there is no end to what is asked for");
    }

    /** Lets everything that is due now take its course. */
    public void settle() {
        do {
            obey();
            pass(Duration.ZERO);
        } while (!spawning.isEmpty() || !stopping.isEmpty());
    }

    public void on(TreeInput event) {
        for (Effect effect : tree.on(event, new Moment(now, chance))) {
            note(effect);
        }
    }

    private void note(Effect effect) {
        switch (effect) {
            case Effect.Spawn(ProcessSpec spec, long run) -> {
                asked.add("spawn " + spec.name());
                if (spawning.put(spec.name(), run) != null || stopping.containsKey(spec.name())) {
                    throw new AssertionError("a second copy of " + spec.name());
                }
            }
            case Effect.Stop(String name, long run, boolean kill) -> {
                asked.add((kill ? "kill " : "stop ") + name);
                stopping.put(name, run);
            }
            case Effect.Retire retire -> asked.add("retire " + retire.name());
            case Effect.Ask ask -> asked.add("ask " + ask.name() + " " + ask.role());
            case Effect.StopAsking _, Effect.GiveUpStart _ -> {}
            case Effect.Tell(ProcessEvent event) -> told.add(event);
        }
    }

    // ---- time ----

    public long now() {
        return now;
    }

    public long deadline() {
        return tree.deadline(now);
    }

    /** What the jitter of a backoff is drawn from. */
    public void chance(double next) {
        chance = next;
    }

    public void pass(Duration time) {
        long until = now + time.toNanos();
        for (int i = 0; i < TOO_MANY; i++) {
            if (tree.deadline(now) > until) {
                now = until;
                return;
            }
            now = Math.max(now, tree.deadline(now));
            on(new TreeInput.DeadlinePassed());
        }
        throw new AssertionError("a deadline that does not pass");
    }

    public void seconds(long seconds) {
        pass(Duration.ofSeconds(seconds));
    }

    // ---- how things stand ----

    public ChildView view(String name) {
        return tree.view(name).orElseThrow(() -> new AssertionError("nobody is called " + name));
    }

    public boolean knows(String name) {
        return tree.view(name).isPresent();
    }

    public Word word(String name) {
        return view(name).word();
    }

    /** Of all, in their order. */
    public List<Word> words() {
        return stack.processes().stream().map(spec -> word(spec.name())).toList();
    }

    public long run(String name) {
        return tree.view(name).map(ChildView::run).orElse(0L);
    }

    /** Who is up now. */
    public Set<String> up() {
        var names = new LinkedHashSet<String>();
        for (ProcessSpec spec : stack.processes()) {
            if (tree.view(spec.name()).filter(ChildView::ready).isPresent()) {
                names.add(spec.name());
            }
        }
        return names;
    }

    /** What the rules asked of the world since this was last called, such as {@code spawn web}. */
    public List<String> take() {
        var all = List.copyOf(asked);
        asked.clear();
        return all;
    }

    public List<ProcessEventKind> told(String name) {
        return told.stream()
                .filter(one -> one.name().equals(name))
                .map(ProcessEvent::kind)
                .toList();
    }

    public ProcessEvent last(ProcessEventKind kind) {
        return told.stream()
                .filter(one -> one.kind() == kind)
                .reduce((_, later) -> later)
                .orElseThrow(() -> new AssertionError("nobody told " + kind));
    }
}
