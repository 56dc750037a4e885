package dev.foster.tui.world;

import dev.foster.control.EventView;
import dev.foster.control.FactsView;
import dev.foster.control.McpView;
import dev.foster.control.ProcessView;
import dev.foster.control.ProjectView;
import dev.foster.control.WhyView;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that is known, at one moment.
 *
 * @param processes in the order of the project's file
 * @param processor each process's share of a core, in percent
 * @param memory each process's memory, in bytes
 * @param outputs by process
 * @param events the newest, the oldest of them first
 * @param bus of the last time the chat was looked at
 * @param why by process, of those that were looked at
 * @param facts by process, of those that were looked at
 * @param mcp the MCP servers and their sessions
 * @param now the time to count ages from
 */
public record World(
        DaemonLink link,
        Optional<ProjectView> project,
        List<ProcessView> processes,
        Map<String, Curve> processor,
        Map<String, Curve> memory,
        Map<String, Output> outputs,
        List<EventView> events,
        List<Utterance> chat,
        ChatState bus,
        Map<String, WhyView> why,
        Map<String, FactsView> facts,
        McpView mcp,
        Instant now) {

    public World {
        processes = List.copyOf(processes);
        processor = Map.copyOf(processor);
        memory = Map.copyOf(memory);
        outputs = Map.copyOf(outputs);
        events = List.copyOf(events);
        chat = List.copyOf(chat);
        why = Map.copyOf(why);
        facts = Map.copyOf(facts);
    }

    /** One without MCP servers. */
    public World(
            DaemonLink link,
            Optional<ProjectView> project,
            List<ProcessView> processes,
            Map<String, Curve> processor,
            Map<String, Curve> memory,
            Map<String, Output> outputs,
            List<EventView> events,
            List<Utterance> chat,
            ChatState bus,
            Map<String, WhyView> why,
            Map<String, FactsView> facts,
            Instant now) {
        this(
                link,
                project,
                processes,
                processor,
                memory,
                outputs,
                events,
                chat,
                bus,
                why,
                facts,
                McpView.NONE,
                now);
    }

    /** The same with these MCP servers. */
    public World mcp(McpView wanted) {
        return new World(
                link, project, processes, processor, memory, outputs, events, chat, bus, why, facts,
                wanted, now);
    }

    public static World unknown(Instant now) {
        return new World(
                new DaemonLink.Waiting(),
                Optional.empty(),
                List.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(),
                List.of(),
                ChatState.UNKNOWN,
                Map.of(),
                Map.of(),
                now);
    }

    public Optional<ProcessView> process(String name) {
        return processes.stream().filter(process -> process.name().equals(name)).findFirst();
    }

    public Output output(String name) {
        return outputs.getOrDefault(name, Output.NONE);
    }

    public Curve processor(String name) {
        return processor.getOrDefault(name, Curve.NONE);
    }

    public Curve memory(String name) {
        return memory.getOrDefault(name, Curve.NONE);
    }
}
