package dev.foster.supervise.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.LimitRule.Then;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What each event does in each state, as one table that must be complete. */
class EveryStateAndEventTest {

    /** Below each state, where events lead and what is asked of the world; then those events. */
    private static final String TABLE =
            """
            Idle
                -> Idle
                    Spawned SpawnFailed Delayed SaidReady SaidAlive Suspended Refused
                    Probed OverLimit Exited Stopped StopAsked ReplaceAsked StackChanged
                    DeadlinePassed
                -> Starting: spawn bot
                    StartAsked RestartAsked
            Pending
                -> Pending
                    Spawned SpawnFailed Delayed SaidReady SaidAlive Suspended Refused
                    Probed OverLimit Exited Stopped StartAsked RestartAsked ReplaceAsked
                    DeadlinePassed
                -> Idle
                    StopAsked
                -> Starting: spawn bot
                    StackChanged
            Starting
                -> Up
                    Spawned
                -> Backoff
                    SpawnFailed
                -> Starting
                    Delayed SaidReady SaidAlive Suspended Refused Probed OverLimit
                    Exited Stopped StartAsked StopAsked RestartAsked ReplaceAsked StackChanged
                    DeadlinePassed
            Starting, to be stopped
                -> Stopping: stop bot
                    Spawned
                -> Idle
                    SpawnFailed
                -> Starting
                    Delayed SaidReady SaidAlive Suspended Refused Probed OverLimit
                    Exited Stopped StartAsked StopAsked RestartAsked ReplaceAsked StackChanged
                -> Stuck
                    DeadlinePassed
            Up, not ready
                -> Up
                    Spawned SpawnFailed Delayed SaidAlive Suspended Stopped StartAsked
                    ReplaceAsked DeadlinePassed
                -> Up, ready
                    SaidReady Probed
                -> Stopping: stop bot
                    Refused Exited StopAsked RestartAsked StackChanged
                -> Stopping: kill bot
                    OverLimit
            Up, ready
                -> Up, ready
                    Spawned SpawnFailed Delayed SaidReady SaidAlive Suspended Probed
                    Stopped StartAsked DeadlinePassed
                -> Stopping: stop bot
                    Refused Exited StopAsked RestartAsked StackChanged
                -> Stopping: kill bot
                    OverLimit
                -> Up, ready: spawn bot
                    ReplaceAsked
            Stopping
                -> Stopping
                    Spawned SpawnFailed Delayed SaidReady SaidAlive Suspended Refused
                    Probed Exited StartAsked StopAsked RestartAsked ReplaceAsked StackChanged
                -> Stopping: kill bot
                    OverLimit
                -> Idle
                    Stopped
                -> Stuck
                    DeadlinePassed
            Stopping, ended by itself
                -> Stopping
                    Spawned SpawnFailed Delayed SaidReady SaidAlive Suspended Refused
                    Probed Exited StartAsked StopAsked RestartAsked ReplaceAsked StackChanged
                -> Stopping: kill bot
                    OverLimit
                -> Backoff
                    Stopped
                -> Stuck
                    DeadlinePassed
            Stuck
                -> Stuck: kill bot
                    Spawned StopAsked
                -> Idle
                    SpawnFailed Stopped
                -> Stuck
                    Delayed SaidReady SaidAlive Suspended Refused Probed OverLimit
                    Exited StartAsked RestartAsked ReplaceAsked StackChanged DeadlinePassed
            Backoff
                -> Backoff
                    Spawned SpawnFailed Delayed SaidReady SaidAlive Suspended Refused
                    Probed OverLimit Exited Stopped ReplaceAsked
                -> Starting: spawn bot
                    StartAsked RestartAsked StackChanged DeadlinePassed
                -> Idle
                    StopAsked
            GaveUp
                -> GaveUp
                    Spawned SpawnFailed Delayed SaidReady SaidAlive Suspended Refused
                    Probed OverLimit Exited Stopped ReplaceAsked DeadlinePassed
                -> Starting: spawn bot
                    StartAsked RestartAsked StackChanged
                -> Idle
                    StopAsked
            """;

    private static final int EVENTS_A_LINE = 7;
    private static final Map<String, Supplier<Stage>> STATES = states();

    private static Map<String, Supplier<Stage>> states() {
        var states = new LinkedHashMap<String, Supplier<Stage>>();
        states.put("Idle", EveryStateAndEventTest::idle);
        states.put("Pending", EveryStateAndEventTest::pending);
        states.put("Starting", () -> after(idle(), stage -> stage.start("bot")));
        states.put("Starting, to be stopped", () -> after(starting(), stage -> stage.stop("bot")));
        states.put("Up, not ready", EveryStateAndEventTest::up);
        states.put("Up, ready", EveryStateAndEventTest::ready);
        states.put("Stopping", () -> after(ready(), stage -> stage.stop("bot")));
        states.put(
                "Stopping, ended by itself",
                () -> after(ready(), stage -> stage.exited("bot", Specs.code(1))));
        states.put("Stuck", () -> after(ready(), EveryStateAndEventTest::getStuck));
        states.put("Backoff", EveryStateAndEventTest::backoff);
        states.put("GaveUp", EveryStateAndEventTest::gaveUp);
        return states;
    }

    @Test
    void eachEventInEachStateDoesWhatTheTableSays() {
        var actual = new StringBuilder();
        STATES.forEach((state, stage) -> actual.append(state).append('\n').append(row(stage)));
        assertThat(actual.toString()).isEqualTo(TABLE);
    }

    @Test
    void theTableHasARowForEveryState() {
        Set<String> rows = new TreeSet<>();
        STATES.keySet().forEach(state -> rows.add(state.split(",", 2)[0]));
        assertThat(rows).isEqualTo(names(ChildState.class));
    }

    @Test
    void theTableHasAColumnForEveryEvent() {
        Set<String> columns = new TreeSet<>();
        events(ready()).forEach(event -> columns.add(event.getClass().getSimpleName()));
        assertThat(columns).isEqualTo(names(TreeInput.class));
    }

    @Test
    void eachRowBeginsInTheStateItIsNamedFor() {
        STATES.forEach(
                (name, stage) -> assertThat(state(stage.get())).isEqualTo(name.split(",", 2)[0]));
    }

    @Test
    void newsOfAnEarlierRunChangesNothingInAnyState() {
        STATES.forEach(
                (name, begin) -> {
                    Stage stage = begin.get();
                    ChildView before = stage.view("bot");
                    stage.take();
                    for (TreeInput event : old(stage.run("bot") - 1)) {
                        stage.on(event);
                        assertThat(stage.view("bot")).as(name + ", " + event).isEqualTo(before);
                        assertThat(stage.take()).as(name + ", " + event).isEmpty();
                    }
                });
    }

    @Test
    void aProcessOfAnEarlierRunThatAppearsAfterAllIsKilledInAnyState() {
        STATES.forEach(
                (name, begin) -> {
                    Stage stage = begin.get();
                    ChildView before = stage.view("bot");
                    stage.take();
                    stage.on(new TreeInput.Spawned("bot", stage.run("bot") - 1, 77));
                    assertThat(stage.view("bot")).as(name).isEqualTo(before);
                    assertThat(stage.take()).as(name).containsExactly("kill bot");
                });
    }

    private static List<TreeInput> old(long run) {
        return List.of(
                new TreeInput.SpawnFailed("bot", run, "no such program", TreeInput.NoStart.PASSING),
                new TreeInput.Delayed("bot", run, "waiting for the weather", false),
                new TreeInput.SaidReady("bot", run),
                new TreeInput.SaidAlive("bot", run),
                new TreeInput.Suspended("bot", run, true),
                new TreeInput.Refused("bot", run, "it speaks another language"),
                new TreeInput.Probed("bot", run, TreeInput.Role.READY, true, ""),
                new TreeInput.Probed("bot", run, TreeInput.Role.LIVE, false, "refused"),
                new TreeInput.OverLimit("bot", run, Specs.memory(301), Then.KILL),
                new TreeInput.Exited("bot", run, Specs.code(1)),
                new TreeInput.Stopped("bot", run, Specs.gone(Specs.code(1))));
    }

    // ---- one row ----

    private static String row(Supplier<Stage> begin) {
        var outcomes = new LinkedHashMap<String, List<String>>();
        for (int i = 0; i < events(begin.get()).size(); i++) {
            Stage stage = begin.get();
            stage.take();
            TreeInput event = events(stage).get(i);
            if (event instanceof TreeInput.DeadlinePassed && stage.deadline() != Moment.NEVER) {
                stage.pass(Duration.ofNanos(Math.max(0, stage.deadline() - stage.now())));
            } else {
                stage.on(event);
            }
            outcomes.computeIfAbsent(outcome(stage), _ -> new ArrayList<>())
                    .add(event.getClass().getSimpleName());
        }
        var row = new StringBuilder();
        outcomes.forEach(
                (outcome, events) -> {
                    row.append("    -> ").append(outcome).append('\n');
                    for (int i = 0; i < events.size(); i += EVENTS_A_LINE) {
                        int end = Math.min(events.size(), i + EVENTS_A_LINE);
                        String some = String.join(" ", events.subList(i, end));
                        row.append("        ").append(some).append('\n');
                    }
                });
        return row.toString();
    }

    private static String outcome(Stage stage) {
        List<String> asked = stage.take();
        return state(stage)
                + (stage.view("bot").ready() ? ", ready" : "")
                + (asked.isEmpty() ? "" : ": " + String.join(", ", asked));
    }

    private static String state(Stage stage) {
        ChildView view = stage.view("bot");
        return switch (view.word()) {
            case DISABLED, STOPPED, COMPLETED, FAILED -> "Idle";
            case WAITING, BLOCKED ->
                    view.reason().equals("waiting for the weather") ? "Starting" : "Pending";
            case STARTING -> view.pid().isPresent() ? "Up" : "Starting";
            case RUNNING, UNHEALTHY, SUSPENDED -> "Up";
            case STOPPING -> "Stopping";
            case RESTARTING -> "Backoff";
            case GAVE_UP -> "GaveUp";
            case STUCK -> "Stuck";
        };
    }

    private static List<TreeInput> events(Stage stage) {
        long run = stage.run("bot");
        boolean ready = stage.view("bot").ready();
        Set<String> bot = Set.of("bot");
        return List.of(
                new TreeInput.Spawned("bot", run, 77),
                new TreeInput.SpawnFailed("bot", run, "no such program", TreeInput.NoStart.PASSING),
                new TreeInput.Delayed("bot", run, "waiting for the weather", false),
                new TreeInput.SaidReady("bot", run),
                new TreeInput.SaidAlive("bot", run),
                new TreeInput.Suspended("bot", run, true),
                new TreeInput.Refused("bot", run, "it speaks another language"),
                new TreeInput.Probed(
                        "bot", run, ready ? TreeInput.Role.LIVE : TreeInput.Role.READY, true, ""),
                new TreeInput.OverLimit("bot", run, Specs.memory(301), Then.KILL),
                new TreeInput.Exited("bot", run, Specs.code(1)),
                new TreeInput.Stopped("bot", run, Specs.gone(Specs.code(1))),
                new TreeInput.StartAsked(bot, false, Specs.TESTER),
                new TreeInput.StopAsked(bot, false, Specs.TESTER),
                new TreeInput.RestartAsked(bot, Specs.TESTER),
                new TreeInput.ReplaceAsked("bot", Duration.ofSeconds(30), Specs.TESTER),
                new TreeInput.StackChanged(
                        StackSpec.of(base(), bot().child(ChildSpec.of("/bin/other"))),
                        Specs.TESTER),
                new TreeInput.DeadlinePassed());
    }

    private static Set<String> names(Class<?> type) {
        if (!type.isSealed()) {
            return Set.of(type.getSimpleName());
        }
        var all = new TreeSet<String>();
        Stream.of(type.getPermittedSubclasses()).forEach(one -> all.addAll(names(one)));
        return all;
    }

    // ---- how to get there ----

    private static ProcessSpec base() {
        return Specs.process("base").enabled(false);
    }

    private static ProcessSpec bot() {
        Probe probe = new Probe.Tcp("localhost", 1);
        return Specs.process("bot")
                .readiness(Readiness.by(probe))
                .liveness(Liveness.by(probe))
                .restart(
                        Specs.policy()
                                .backoff(new Backoff.Steps(List.of(Duration.ofSeconds(1))))
                                .limit(new Limit(1, Duration.ofMinutes(1))));
    }

    private interface Act {
        void on(Stage stage);
    }

    private static Stage after(Stage stage, Act act) {
        act.on(stage);
        return stage;
    }

    private static Stage idle() {
        return Stage.of(base(), bot());
    }

    private static Stage pending() {
        ProcessSpec bot = bot().dependsOn(Map.of("base", Condition.STARTED));
        return after(Stage.of(base(), bot), stage -> stage.start("bot"));
    }

    private static Stage starting() {
        return after(idle(), stage -> stage.start("bot"));
    }

    /** Up, with its first readiness probe under way. */
    private static Stage up() {
        return after(
                starting(),
                stage -> {
                    stage.spawned("bot");
                    stage.pass(Duration.ZERO);
                });
    }

    /** Ready, with its first liveness probe under way. */
    private static Stage ready() {
        return after(
                up(),
                stage -> {
                    stage.probed("bot", TreeInput.Role.READY, true);
                    stage.seconds(10);
                });
    }

    private static void getStuck(Stage stage) {
        stage.stop("bot");
        stage.stuck("bot");
    }

    private static Stage backoff() {
        return after(ready(), stage -> stage.crashes("bot"));
    }

    private static Stage gaveUp() {
        return after(
                backoff(),
                stage -> {
                    stage.seconds(1);
                    stage.spawned("bot");
                    stage.crashes("bot");
                    assertThat(stage.word("bot")).isEqualTo(Word.GAVE_UP);
                });
    }
}
