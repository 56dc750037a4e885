package dev.foster.daemon.operations;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProcessView;
import dev.foster.daemon.bus.ChatActions;
import dev.foster.daemon.journal.DaemonEvent;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.journal.JournalEntry;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What people can have done from a chat: to plugins, and to nothing else. */
public final class StackChatActions implements ChatActions {
    private final StackOperations operations;
    private final Journal journal;

    public StackChatActions(StackOperations operations, Journal journal) {
        this.operations = operations;
        this.journal = journal;
    }

    @Override
    public String status(Optional<String> name) {
        name.ifPresent(this::plugin);
        return operations.processes().stream()
                .filter(it -> it.kind().equals(ProcessView.PLUGIN))
                .filter(it -> name.isEmpty() || name.get().equals(it.name()))
                .map(
                        it ->
                                it.name()
                                        + ": "
                                        + it.state().word()
                                        + it.pid().map(pid -> ", pid " + pid).orElse("")
                                        + (it.restarts() == 0
                                                ? ""
                                                : ", " + it.restarts() + " restarts"))
                .collect(Collectors.joining("\n"));
    }

    @Override
    public void change(String verb, String name, String who) {
        List<String> names = List.of(plugin(name).name());
        String asker = who + " in the chat";
        switch (verb) {
            case "start" -> operations.start(names, true, asker);
            case "stop" -> operations.stop(names, false, asker);
            case "restart" -> operations.restart(names, asker);
            case "replace" -> operations.replace(names, asker);
            default -> throw new IllegalArgumentException(verb);
        }
    }

    private ProcessView plugin(String name) {
        ProcessView found = operations.process(name);
        if (!found.kind().equals(ProcessView.PLUGIN)) {
            throw new ControlProblem(
                    ProblemCode.BAD_REQUEST,
                    "cannot use " + name + " here: it is no plugin; use foster at a terminal");
        }
        return found;
    }

    @Override
    public void audit(String user, String text, String outcome) {
        journal.add(
                JournalEntry.of(DaemonEvent.CHAT_ADMIN, text + " in the chat (" + outcome + ")")
                        .by(user)
                        .with(Map.of("command", text, "outcome", outcome)));
    }
}
