package dev.foster.tui.steer;

import dev.foster.control.McpSessionView;
import dev.foster.control.ProcessView;
import dev.foster.tui.frame.ChildText;
import dev.foster.tui.keys.Key;
import dev.foster.tui.state.Command;
import dev.foster.tui.state.Confirmation;
import dev.foster.tui.state.Deed;
import dev.foster.tui.state.Page;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Shown;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.LogLine;
import dev.foster.tui.world.World;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What is done with processes. */
final class Acting {
    private static final int COPIED_LINES = 1000;

    private final World world;
    private final Picture picture;

    Acting(World world, Picture picture) {
        this.world = world;
        this.picture = picture;
    }

    Move act(Ui ui, Command command) {
        return switch (command) {
            case MARK -> mark(ui);
            case MARK_ALL -> markAll(ui);
            case COPY -> copy(ui);
            default -> act(ui, command, targets(ui));
        };
    }

    /** Does it to these, or asks first when it ends something. */
    Move act(Ui ui, Command command, List<String> names) {
        if (names.isEmpty()) {
            return Move.to(ui.notice(Optional.of(new Ui.Notice("no process is selected", false))));
        }
        return switch (command) {
            case START -> Move.of(ui.marked(Set.of()), new Deed.Start(names));
            case STOP -> ask(ui, "Stop", names, new Deed.Stop(names, false));
            case KILL -> ask(ui, "Kill", names, new Deed.Stop(names, true));
            case RESTART -> ask(ui, "Restart", names, new Deed.Restart(names));
            case REPLACE -> ask(ui, "Replace", names, new Deed.Replace(names));
            default -> Move.to(ui);
        };
    }

    private static Move ask(Ui ui, String verb, List<String> names, Deed deed) {
        String whom = names.size() == 1 ? names.getFirst() : "these " + names.size() + " processes";
        return Move.to(
                ui.question(
                        Optional.of(
                                new Confirmation(
                                        verb + " " + whom + "?",
                                        List.of(
                                                Steering.choice("y", "yes", deed),
                                                new Confirmation.Choice(
                                                        Key.ESCAPE, "no", List.of()))))));
    }

    Move endSession(Ui ui) {
        List<McpSessionView> sessions = Shown.sessions(world);
        if (sessions.isEmpty()) {
            return Move.to(ui.notice(Optional.of(new Ui.Notice("there is no session", false))));
        }
        McpSessionView session = sessions.get(Math.clamp(ui.scroll(), 0, sessions.size() - 1));
        String which =
                "session " + session.id() + " of " + session.caller() + " with " + session.server();
        return ask(ui, "End", List.of(which), new Deed.EndSession(session.id()));
    }

    static Move bringDown(Ui ui) {
        return ask(ui, "Stop", List.of("everything, and the daemon"), new Deed.Down());
    }

    private List<String> targets(Ui ui) {
        if (!ui.marked().isEmpty() && ui.page() != Page.PROCESS) {
            // In the order of the file, and only those that are still there.
            return world.processes().stream()
                    .map(ProcessView::name)
                    .filter(ui.marked()::contains)
                    .toList();
        }
        return ui.selected().isEmpty() ? List.of() : List.of(ui.selected());
    }

    private Move mark(Ui ui) {
        if (ui.selected().isEmpty()) {
            return Move.to(ui);
        }
        Set<String> marked = new TreeSet<>(ui.marked());
        if (!marked.remove(ui.selected())) {
            marked.add(ui.selected());
        }
        return new Moving(world, picture).scroll(ui.marked(marked), 1);
    }

    private Move markAll(Ui ui) {
        Set<String> all =
                Shown.processes(world, ui).stream()
                        .map(ProcessView::name)
                        .collect(Collectors.toSet());
        return Move.to(ui.marked(ui.marked().containsAll(all) ? Set.of() : all));
    }

    private Move copy(Ui ui) {
        List<LogLine> lines = Shown.lines(world.output(ui.selected()), ui.reading());
        if (ui.page() == Page.PROCESS) {
            Picture.Sight sight = picture.sight();
            lines =
                    lines.stream()
                            .filter(line -> line.cursor() >= sight.first().orElse(Long.MAX_VALUE))
                            .filter(line -> line.cursor() <= sight.last().orElse(0L))
                            .toList();
        }
        List<LogLine> copied =
                lines.subList(Math.max(0, lines.size() - COPIED_LINES), lines.size());
        String text =
                copied.stream()
                        .map(line -> ChildText.of(line.text()).plain() + "\n")
                        .collect(Collectors.joining());
        return text.isEmpty()
                ? Move.to(ui.notice(Optional.of(new Ui.Notice("there is nothing to copy", false))))
                : Move.of(ui, new Deed.Copy(text));
    }
}
