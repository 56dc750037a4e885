package dev.foster.tui.feed;

import dev.foster.control.EventView;
import dev.foster.control.FactsView;
import dev.foster.control.McpView;
import dev.foster.control.ProcessUpdate;
import dev.foster.control.ProcessView;
import dev.foster.control.ProjectView;
import dev.foster.control.WhyView;
import dev.foster.tui.world.ChatState;
import dev.foster.tui.world.Curve;
import dev.foster.tui.world.DaemonLink;
import dev.foster.tui.world.LogLine;
import dev.foster.tui.world.Output;
import dev.foster.tui.world.Utterance;
import dev.foster.tui.world.World;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What has been heard from the daemon so far. Many threads tell it; snapshots are taken of it. */
final class Known {
    private static final int MOST_EVENTS = 1000;
    private static final int MOST_UTTERANCES = 500;

    private final Runnable changed;
    private final Map<String, ProcessView> processes = new LinkedHashMap<>();
    private final Map<String, Curve> processor = new HashMap<>();
    private final Map<String, Curve> memory = new HashMap<>();
    private final Map<String, Output> outputs = new HashMap<>();
    private final List<EventView> events = new ArrayList<>();
    private final List<Utterance> chat = new ArrayList<>();
    private final Map<String, WhyView> why = new HashMap<>();
    private final Map<String, FactsView> facts = new HashMap<>();
    private ChatState bus = ChatState.UNKNOWN;
    private McpView mcp = McpView.NONE;
    private DaemonLink link = new DaemonLink.Waiting();
    private Optional<ProjectView> project = Optional.empty();

    /**
     * @param changed told after every change; must not wait
     */
    Known(Runnable changed) {
        this.changed = changed;
    }

    synchronized World snapshot() {
        return new World(
                link,
                project,
                List.copyOf(processes.values()),
                processor,
                memory,
                outputs,
                events,
                chat,
                bus,
                why,
                facts,
                mcp,
                Instant.now());
    }

    private void change(Runnable change) {
        synchronized (this) {
            change.run();
        }
        changed.run();
    }

    void link(DaemonLink now) {
        change(() -> link = now);
    }

    void project(ProjectView now) {
        // It is asked for all the time, and hardly ever another: nothing is drawn anew for that.
        if (!Optional.of(now).equals(project())) {
            change(() -> project = Optional.of(now));
        }
    }

    private synchronized Optional<ProjectView> project() {
        return project;
    }

    void bus(ChatState now) {
        change(() -> bus = now);
    }

    void mcp(McpView now) {
        // Mostly as it was: nothing is drawn anew for that.
        if (!now.equals(mcp())) {
            change(() -> mcp = now);
        }
    }

    private synchronized McpView mcp() {
        return mcp;
    }

    void processes(ProcessUpdate news) {
        change(
                () -> {
                    switch (news) {
                        case ProcessUpdate.Snapshot(List<ProcessView> all) -> all(all);
                        case ProcessUpdate.Changed(ProcessView process) -> one(process);
                        case ProcessUpdate.Beat(List<ProcessView> different) -> {
                            different.forEach(this::one);
                            processes.values().forEach(this::point);
                        }
                    }
                });
    }

    private void one(ProcessView process) {
        processes.put(process.name(), process.orUsageOf(before(process)));
    }

    /** News that tell nothing of a process's use leave what was known of it. */
    private ProcessView before(ProcessView process) {
        return processes.getOrDefault(process.name(), process);
    }

    private void all(List<ProcessView> all) {
        List<ProcessView> merged =
                all.stream().map(process -> process.orUsageOf(before(process))).toList();
        processes.clear();
        merged.forEach(process -> processes.put(process.name(), process));
        processor.keySet().retainAll(processes.keySet());
        memory.keySet().retainAll(processes.keySet());
        outputs.keySet().retainAll(processes.keySet());
        all.forEach(this::point);
    }

    /** What it uses is the next point of its curves. */
    private void point(ProcessView process) {
        boolean measured = process.cpuPercent().isPresent() || !process.state().alive();
        if (measured) {
            add(processor, process.name(), process.cpuPercent().orElse(0.0));
            add(memory, process.name(), process.memoryBytes().orElse(0L).doubleValue());
        }
    }

    private static void add(Map<String, Curve> curves, String name, double value) {
        curves.merge(name, Curve.NONE.plus(value), (curve, _) -> curve.plus(value));
    }

    /** Outputs of many at once, so that one picture shows them. */
    void outputs(Map<String, UnaryOperator<Output>> changes) {
        change(
                () ->
                        changes.forEach(
                                (name, change) ->
                                        outputs.put(
                                                name,
                                                change.apply(
                                                        outputs.getOrDefault(name, Output.NONE)))));
    }

    synchronized List<LogLine> lines(String name) {
        return outputs.getOrDefault(name, Output.NONE).lines();
    }

    /** The newest, in place of all that was known. */
    void events(List<EventView> newest) {
        change(
                () -> {
                    events.clear();
                    events.addAll(newest);
                });
    }

    void event(EventView event) {
        change(() -> addBounded(events, event, MOST_EVENTS));
    }

    void said(Utterance utterance) {
        change(() -> addBounded(chat, utterance, MOST_UTTERANCES));
    }

    private static <T> void addBounded(List<T> list, T item, int most) {
        list.add(item);
        if (list.size() > most) {
            list.removeFirst();
        }
    }

    void about(String name, WhyView reason, FactsView settled) {
        change(
                () -> {
                    why.put(name, reason);
                    facts.put(name, settled);
                });
    }
}
