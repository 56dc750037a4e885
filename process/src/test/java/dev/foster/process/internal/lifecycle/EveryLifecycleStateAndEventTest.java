package dev.foster.process.internal.lifecycle;

import static dev.foster.process.internal.lifecycle.LifecycleStage.PLAN;
import static dev.foster.process.internal.lifecycle.LifecycleStage.millis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.Exit.Asked;
import dev.foster.process.StopPlan;
import dev.foster.process.internal.lifecycle.Lifecycle.Gone;
import dev.foster.process.internal.lifecycle.Lifecycle.News;
import dev.foster.process.internal.lifecycle.Lifecycle.Rest;
import dev.foster.process.internal.lifecycle.Lifecycle.Running;
import dev.foster.process.internal.lifecycle.Lifecycle.Stopping;
import dev.foster.process.internal.lifecycle.Lifecycle.Stuck;
import dev.foster.process.internal.lifecycle.LifecycleInput.Counted;
import dev.foster.process.internal.lifecycle.LifecycleInput.DeadlinePassed;
import dev.foster.process.internal.lifecycle.LifecycleInput.Failed;
import dev.foster.process.internal.lifecycle.LifecycleInput.OutputEnded;
import dev.foster.process.internal.lifecycle.LifecycleInput.Seen;
import dev.foster.process.internal.lifecycle.LifecycleInput.StopAsked;
import dev.foster.process.internal.lifecycle.LifecycleInput.SweepAsked;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What each event does in each state of a child, as one table that must be complete. */
class EveryLifecycleStateAndEventTest {

    /**
     * Below each state, where events lead, when something is due then, and what is asked of the
     * world; then those events.
     */
    private static final String TABLE =
            """
            Running
                -> Stopping, input closed, due in 100 ms: note descendants, close input
                    StopAsked
                -> Stopping, input closed, due: close input
                    StopAsked to kill
                -> Running, to be swept
                    SweepAsked
                -> Gone, held, due in 300 ms: close input
                    Exited
                -> Running, no output
                    OutputEnded
                -> Running
                    Seen, Seen no more, Counted none, Counted some
                    Counted some late, Counted some too late, Counted doubtful late, DeadlinePassed too soon
                    DeadlinePassed, DeadlinePassed late, Failed, Failed too late
            Running, to be swept
                -> Stopping, input closed, due in 100 ms: note descendants, close input
                    StopAsked
                -> Stopping, input closed, due: close input
                    StopAsked to kill
                -> Running, to be swept
                    SweepAsked, Seen, Seen no more, Counted none
                    Counted some, Counted some late, Counted some too late, Counted doubtful late
                    DeadlinePassed too soon, DeadlinePassed, DeadlinePassed late, Failed
                    Failed too late
                -> Gone, held, clearing, due: close input
                    Exited
                -> Running, to be swept, no output
                    OutputEnded
            Stopping, input closed
                -> Stopping, input closed, due in 100 ms
                    StopAsked, SweepAsked, Seen, Seen no more
                    Counted none, Counted some, DeadlinePassed too soon, Failed
                -> Stopping, input closed, due
                    StopAsked to kill, Counted some late, Counted some too late, Counted doubtful late
                -> Gone, held, clearing, due: close input
                    Exited
                -> Stopping, input closed, no output, due in 100 ms
                    OutputEnded
                -> Stopping, asked, due in 1000 ms: note descendants, ask group by SIGTERM
                    DeadlinePassed
                -> Stopping, killed, due in 500 ms: note descendants, kill group
                    DeadlinePassed late
                -> Stuck: report STUCK
                    Failed too late
            Stopping, asked
                -> Stopping, asked, due in 1000 ms
                    StopAsked, SweepAsked, Seen, Seen no more
                    Counted none, Counted some, DeadlinePassed too soon, Failed
                -> Stopping, asked, due
                    StopAsked to kill, Counted some late, Counted some too late, Counted doubtful late
                -> Gone, held, clearing, due: close input
                    Exited
                -> Stopping, asked, no output, due in 1000 ms
                    OutputEnded
                -> Stopping, killed, due in 500 ms: note descendants, kill group
                    DeadlinePassed, DeadlinePassed late
                -> Stuck: report STUCK
                    Failed too late
            Stopping, killed
                -> Stopping, killed, due in 1500 ms
                    StopAsked
                -> Stopping, killed, due in 2000 ms
                    StopAsked to kill, SweepAsked, Seen no more, Counted none
                    Counted some, DeadlinePassed too soon, Failed
                -> Gone, held, clearing, due: close input
                    Exited
                -> Stopping, killed, no output, due in 2000 ms
                    OutputEnded
                -> Stuck: kill leftovers, report STUCK
                    Seen
                -> Stopping, killed, due
                    Counted some late, Counted some too late, Counted doubtful late
                -> Stopping, killed, due in 50 ms: look
                    DeadlinePassed, DeadlinePassed late
                -> Stuck: report STUCK
                    Failed too late
            Stopping, killed, looked at
                -> Stopping, killed, due
                    StopAsked, StopAsked to kill, Counted some late, Counted some too late
                    Counted doubtful late
                -> Stopping, killed, due in 50 ms
                    SweepAsked, Seen no more, Counted none, Counted some
                    DeadlinePassed too soon
                -> Gone, held, clearing, due: close input
                    Exited
                -> Stopping, killed, no output, due in 50 ms
                    OutputEnded
                -> Stuck: kill leftovers, report STUCK
                    Seen
                -> Stopping, killed, due in 50 ms: look
                    DeadlinePassed, DeadlinePassed late
                -> Stuck: report STUCK
                    Failed, Failed too late
            Stuck
                -> Stuck
                    StopAsked, StopAsked to kill, SweepAsked, Seen
                    Seen no more, Counted none, Counted some, Counted some late
                    Counted some too late, Counted doubtful late, DeadlinePassed too soon, DeadlinePassed
                    DeadlinePassed late, Failed, Failed too late
                -> Gone, held, settled, due in 300 ms: close input
                    Exited
                -> Stuck, no output
                    OutputEnded
            Gone, held
                -> Gone, held, clearing, due
                    StopAsked, StopAsked to kill, SweepAsked
                -> Gone, held, due in 300 ms
                    Exited, Seen, Seen no more, Counted none
                    Counted some, DeadlinePassed too soon, Failed
                -> Gone, held, no output, due
                    OutputEnded
                -> Gone, held, due
                    Counted some late, Counted some too late, Counted doubtful late
                -> Gone, told: tell exit asked by NOBODY, output open
                    DeadlinePassed, DeadlinePassed late
                -> Gone, held, due in 50 ms
                    Failed too late
            Gone, held, counting
                -> Gone, held, clearing, due
                    StopAsked, StopAsked to kill, SweepAsked
                -> Gone, held, counting, due in 300 ms
                    Exited, Seen, Seen no more, DeadlinePassed too soon
                -> Gone, held, counting, no output, due
                    OutputEnded
                -> Gone, held, cleared, due in 300 ms
                    Counted none
                -> Gone, held, clearing, due in 2 ms: kill asked since 1000 ms, ask leftovers by SIGTERM
                    Counted some
                -> Gone, held, clearing, due: kill leftovers
                    Counted some late, Counted some too late, Counted doubtful late
                -> Gone, told, counting: tell exit asked by STOP, output open
                    DeadlinePassed, DeadlinePassed late
                -> Gone, held, clearing, due in 50 ms
                    Failed, Failed too late
            Gone, held, clearing
                -> Gone, held, clearing, due
                    StopAsked, StopAsked to kill, SweepAsked
                -> Gone, held, clearing, due in 2 ms
                    Exited, Seen, Seen no more, DeadlinePassed too soon
                -> Gone, held, clearing, no output, due
                    OutputEnded
                -> Gone, held, cleared, due in 300 ms
                    Counted none
                -> Gone, held, clearing, due in 4 ms: kill asked since 1000 ms, ask leftovers by SIGTERM
                    Counted some
                -> Gone, held, clearing, due: kill leftovers
                    Counted some late, Counted some too late, Counted doubtful late
                -> Gone, held, counting, due in 298 ms: count
                    DeadlinePassed
                -> Gone, held, counting, due: count
                    DeadlinePassed late
                -> Gone, held, clearing, due in 50 ms
                    Failed
                -> Gone, held, settled, due: report STUCK
                    Failed too late
            Gone, held, cleared
                -> Gone, held, cleared, due in 300 ms
                    StopAsked, StopAsked to kill, SweepAsked, Exited
                    Seen, Seen no more, Counted none, Counted some
                    DeadlinePassed too soon, Failed
                -> Gone, held, cleared, no output, due
                    OutputEnded
                -> Gone, held, cleared, due
                    Counted some late, Counted some too late, Counted doubtful late
                -> Gone, told, cleared, due: tell exit asked by STOP, output open
                    DeadlinePassed, DeadlinePassed late
                -> Gone, held, cleared, due in 50 ms
                    Failed too late
            Gone, held, settled
                -> Gone, held, settled, due in 300 ms
                    StopAsked, StopAsked to kill, SweepAsked, Exited
                    Seen, Seen no more, Counted none, Counted some
                    DeadlinePassed too soon, Failed
                -> Gone, held, settled, no output, due
                    OutputEnded
                -> Gone, held, settled, due
                    Counted some late, Counted some too late, Counted doubtful late
                -> Gone, told, settled: tell exit asked by STOP, output open
                    DeadlinePassed, DeadlinePassed late
                -> Gone, held, settled, due in 50 ms
                    Failed too late
            Gone, told
                -> Gone, told, clearing, due
                    StopAsked, StopAsked to kill, SweepAsked
                -> Gone, told
                    Exited, OutputEnded, Seen, Seen no more
                    Counted none, Counted some, Counted some late, Counted some too late
                    Counted doubtful late, DeadlinePassed too soon, DeadlinePassed, DeadlinePassed late
                    Failed, Failed too late
            Gone, told, counting
                -> Gone, told, clearing, due
                    StopAsked, StopAsked to kill, SweepAsked
                -> Gone, told, counting
                    Exited, OutputEnded, Seen, Seen no more
                    DeadlinePassed too soon, DeadlinePassed, DeadlinePassed late
                -> Gone, told, cleared, due
                    Counted none
                -> Gone, told, clearing, due in 2 ms: kill asked since 1000 ms, ask leftovers by SIGTERM
                    Counted some
                -> Gone, told, clearing, due in 2 ms: kill leftovers
                    Counted some late, Counted some too late, Counted doubtful late
                -> Gone, told, clearing, due in 50 ms
                    Failed
                -> Gone, told, settled: report STUCK
                    Failed too late
            Gone, told, clearing
                -> Gone, told, clearing, due
                    StopAsked, StopAsked to kill, SweepAsked
                -> Gone, told, clearing, due in 2 ms
                    Exited, OutputEnded, Seen, Seen no more
                    DeadlinePassed too soon
                -> Gone, told, cleared, due
                    Counted none
                -> Gone, told, clearing, due in 4 ms: kill asked since 1000 ms, ask leftovers by SIGTERM
                    Counted some
                -> Gone, told, clearing, due in 4 ms: kill leftovers
                    Counted some late, Counted some too late, Counted doubtful late
                -> Gone, told, counting: count
                    DeadlinePassed, DeadlinePassed late
                -> Gone, told, clearing, due in 50 ms
                    Failed
                -> Gone, told, settled: report STUCK
                    Failed too late
            Gone, told, cleared
                -> Gone, told, cleared, due in 50 ms
                    StopAsked, StopAsked to kill, SweepAsked, Exited
                    OutputEnded, Seen, Seen no more, Counted none
                    Counted some, DeadlinePassed too soon, Failed, Failed too late
                -> Gone, told, cleared, due
                    Counted some late, Counted some too late, Counted doubtful late
                -> Gone, told, settled: report EOF
                    DeadlinePassed, DeadlinePassed late
            Gone, told, settled
                -> Gone, told, settled
                    StopAsked, StopAsked to kill, SweepAsked, Exited
                    OutputEnded, Seen, Seen no more, Counted none
                    Counted some, Counted some late, Counted some too late, Counted doubtful late
                    DeadlinePassed too soon, DeadlinePassed, DeadlinePassed late, Failed
                    Failed too late
            """;

    private static final int EVENTS_A_LINE = 4;
    private static final Duration LONG = Duration.ofSeconds(20);

    private static final Map<String, Supplier<LifecycleStage>> STATES = states();

    private static Map<String, Supplier<LifecycleStage>> states() {
        var states = new LinkedHashMap<String, Supplier<LifecycleStage>>();
        states.put("Running", LifecycleStage::new);
        states.put("Running, to be swept", () -> running().sweep());
        states.put("Stopping, input closed", () -> running().stop(PLAN));
        states.put("Stopping, asked", () -> running().stop(PLAN).pass(millis(100)));
        states.put("Stopping, killed", () -> running().stop(StopPlan.kill()));
        states.put("Stopping, killed, looked at", () -> running().stop(StopPlan.kill()).pass(LONG));
        states.put("Stuck", EveryLifecycleStateAndEventTest::stuck);
        states.put("Gone, held", () -> running().exited(0));
        states.put("Gone, held, counting", () -> running().stop(PLAN).exited(0));
        states.put("Gone, held, clearing", () -> running().stop(PLAN).exited(0).counted(1, 0));
        states.put("Gone, held, cleared", () -> running().stop(PLAN).exited(0).counted(0, 0));
        states.put("Gone, held, settled", () -> stuck().exited(0));
        states.put("Gone, told", () -> running().outputEnded().exited(0));
        states.put("Gone, told, counting", () -> running().outputEnded().stop(PLAN).exited(0));
        states.put(
                "Gone, told, clearing",
                () -> running().outputEnded().stop(PLAN).exited(0).counted(1, 0));
        states.put("Gone, told, cleared", EveryLifecycleStateAndEventTest::unreported);
        states.put("Gone, told, settled", () -> stuck().outputEnded().exited(0));
        return states;
    }

    private static LifecycleStage running() {
        return new LifecycleStage();
    }

    private static LifecycleStage stuck() {
        return running().stop(StopPlan.kill()).pass(LONG).seen(true);
    }

    private static LifecycleStage unreported() {
        return running()
                .outputEnded()
                .stop(PLAN)
                .exited(0)
                .failing(LifecycleEffect.Report.class::isInstance)
                .counted(0, 0);
    }

    private static final Map<String, LifecycleInput> EVENTS = events();

    private static Map<String, LifecycleInput> events() {
        var events = new LinkedHashMap<String, LifecycleInput>();
        events.put("StopAsked", new StopAsked(PLAN, Asked.CLOSE, true));
        events.put("StopAsked to kill", new StopAsked(StopPlan.kill(), Asked.CLOSE, true));
        events.put("SweepAsked", new SweepAsked(PLAN));
        events.put("Exited", LifecycleStage.exitOf(3));
        events.put("OutputEnded", new OutputEnded());
        events.put("Seen", new Seen(true));
        events.put("Seen no more", new Seen(false));
        events.put("Counted none", new Counted(0, 0));
        events.put("Counted some", new Counted(2, 0));
        events.put("Counted some late", new Counted(2, 0));
        events.put("Counted some too late", new Counted(2, 0));
        events.put("Counted doubtful late", new Counted(0, 1));
        events.put("DeadlinePassed too soon", new DeadlinePassed());
        events.put("DeadlinePassed", new DeadlinePassed());
        events.put("DeadlinePassed late", new DeadlinePassed());
        events.put("Failed", new Failed());
        events.put("Failed too late", new Failed());
        return events;
    }

    @Test
    void eachEventInEachStateDoesWhatTheTableSays() {
        var actual = new StringBuilder();
        STATES.forEach((name, begin) -> actual.append(name).append('\n').append(row(begin)));
        assertThat(actual.toString()).isEqualTo(TABLE);
    }

    @Test
    void theTableHasARowForEveryState() {
        Set<String> rows = new TreeSet<>();
        Set<String> expected = names(Lifecycle.class);
        STATES.values().forEach(begin -> rows.add(begin.get().state().getClass().getSimpleName()));
        assertThat(rows).isEqualTo(expected);

        Set<String> parts = new TreeSet<>();
        Stream<Gone> gone =
                STATES.values().stream()
                        .map(begin -> begin.get().state())
                        .filter(Gone.class::isInstance)
                        .map(Gone.class::cast);
        gone.forEach(
                it -> {
                    parts.add(it.news().getClass().getSimpleName());
                    parts.add(it.rest().getClass().getSimpleName());
                });
        Set<String> all = names(News.class);
        all.addAll(names(Rest.class));
        assertThat(parts).isEqualTo(all);
    }

    @Test
    void theTableHasAColumnForEveryEvent() {
        Set<String> columns = new TreeSet<>();
        EVENTS.values().forEach(event -> columns.add(event.getClass().getSimpleName()));
        assertThat(columns).isEqualTo(names(LifecycleInput.class));
    }

    @Test
    void eachRowBeginsInTheStateItIsNamedFor() {
        STATES.forEach(
                (name, begin) ->
                        assertThat(word(begin.get().state()))
                                .isEqualTo(name.replace(", looked at", "")));
    }

    /** Whoever asks from outside is heard in any case: nothing that can fail is done at once. */
    @Test
    void whatIsToldFromOutsideIsNotedWithoutADeedThatCanFail() {
        EVENTS.values().stream()
                .filter(EveryLifecycleStateAndEventTest::isFromOutside)
                .forEach(
                        event ->
                                STATES.forEach(
                                        (name, begin) ->
                                                assertThat(effects(begin.get(), event))
                                                        .as(event + ": " + name)
                                                        .allMatch(LifecycleStage::neverFails)));
    }

    private static List<LifecycleEffect> effects(LifecycleStage stage, LifecycleInput event) {
        return LifecycleRules.on(stage.state(), event, stage.now()).effects();
    }

    private static boolean isFromOutside(LifecycleInput event) {
        return switch (event) {
            case StopAsked _, SweepAsked _, LifecycleInput.Exited _, OutputEnded _ -> true;
            case Seen _, Counted _, DeadlinePassed _, Failed _ -> false;
        };
    }

    // ---- one row ----

    private static String row(Supplier<LifecycleStage> begin) {
        var outcomes = new LinkedHashMap<String, List<String>>();
        EVENTS.forEach(
                (name, event) -> {
                    LifecycleStage stage = begin.get();
                    long now = stage.now() + delay(name, stage).toNanos();
                    LifecycleStep step = LifecycleRules.on(stage.state(), event, now);
                    outcomes.computeIfAbsent(outcome(step, now), _ -> new ArrayList<>()).add(name);
                });
        var row = new StringBuilder();
        outcomes.forEach(
                (outcome, events) -> {
                    row.append("    -> ").append(outcome).append('\n');
                    for (int i = 0; i < events.size(); i += EVENTS_A_LINE) {
                        int end = Math.min(events.size(), i + EVENTS_A_LINE);
                        String some = String.join(", ", events.subList(i, end));
                        row.append("        ").append(some).append('\n');
                    }
                });
        return row.toString();
    }

    private static Duration delay(String event, LifecycleStage stage) {
        long deadline = stage.state().deadline();
        Duration due =
                deadline == Lifecycle.NEVER
                        ? Duration.ZERO
                        : Duration.ofNanos(Math.max(0, deadline - stage.now()));
        return switch (event) {
            case "DeadlinePassed" -> due;
            case "DeadlinePassed late" -> due.plusSeconds(2);
            case "Counted some late", "Counted doubtful late" -> Duration.ofSeconds(3);
            case "Counted some too late", "Failed too late" -> LONG;
            default -> Duration.ZERO;
        };
    }

    private static String outcome(LifecycleStep step, long now) {
        long deadline = step.next().deadline();
        String due =
                deadline == Lifecycle.NEVER
                        ? ""
                        : deadline <= now
                                ? ", due"
                                : ", due in " + (deadline - now) / 1_000_000 + " ms";
        return word(step.next())
                + (hasOutput(step.next()) ? "" : ", no output")
                + due
                + (step.effects().isEmpty()
                        ? ""
                        : step.effects().stream()
                                .map(EveryLifecycleStateAndEventTest::word)
                                .collect(Collectors.joining(", ", ": ", "")));
    }

    private static boolean hasOutput(Lifecycle state) {
        return switch (state) {
            case Running(boolean open, var _) -> open;
            case Stopping stopping -> stopping.outputOpen();
            case Stuck(boolean open, Asked _) -> open;
            case Gone(News.Held held, Rest _) -> held.outputOpen();
            case Gone(News.Told _, Rest _) -> true;
        };
    }

    private static String word(Lifecycle state) {
        return switch (state) {
            case Running(boolean _, var sweep) ->
                    "Running" + sweep.map(_ -> ", to be swept").orElse("");
            case Stopping stopping ->
                    switch (stopping.means()) {
                        case INPUT_CLOSED -> "Stopping, input closed";
                        case ASKED -> "Stopping, asked";
                        case KILLED -> "Stopping, killed";
                    };
            case Stuck _ -> "Stuck";
            case Gone(News news, Rest rest) -> "Gone, " + word(news) + word(rest);
        };
    }

    private static String word(News news) {
        return switch (news) {
            case News.Held _ -> "held";
            case News.Told _ -> "told";
        };
    }

    private static String word(Rest rest) {
        return switch (rest) {
            case Rest.Untouched _ -> "";
            case Rest.Clearing clearing ->
                    clearing.deadline() == Lifecycle.NEVER ? ", counting" : ", clearing";
            case Rest.Cleared _ -> ", cleared";
            case Rest.Settled _ -> ", settled";
        };
    }

    private static String word(LifecycleEffect effect) {
        return switch (effect) {
            case LifecycleEffect.CloseInput _ -> "close input";
            case LifecycleEffect.NoteDescendants _ -> "note descendants";
            case LifecycleEffect.AskGroup(var signal) -> "ask group by " + signal;
            case LifecycleEffect.KillGroup _ -> "kill group";
            case LifecycleEffect.LookWhetherThere _ -> "look";
            case LifecycleEffect.CountLeftovers _ -> "count";
            case LifecycleEffect.AskLeftovers(var signal) -> "ask leftovers by " + signal;
            case LifecycleEffect.KillAskedSince(long nanos) ->
                    "kill asked since " + nanos / 1_000_000 + " ms";
            case LifecycleEffect.KillLeftovers _ -> "kill leftovers";
            case LifecycleEffect.TellExit(End end, boolean open) ->
                    "tell exit asked by " + end.asked() + (open ? ", output open" : "");
            case LifecycleEffect.Report(var took, long _) -> "report " + took;
        };
    }

    private static Set<String> names(Class<?> type) {
        return Stream.of(type.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
