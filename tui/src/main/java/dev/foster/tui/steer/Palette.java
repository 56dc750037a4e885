package dev.foster.tui.steer;

import dev.foster.control.ProcessView;
import dev.foster.document.Nearest;
import dev.foster.tui.state.Command;
import dev.foster.tui.state.Deed;
import dev.foster.tui.state.Page;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.World;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Commands by their names: those that have keys, and some with words behind them, such as {@code
 * start web worker}.
 */
final class Palette {
    private static final int MOST_OFFERS = 8;
    private static final String SIGNAL = "signal";

    private final World world;

    Palette(World world) {
        this.world = world;
    }

    /** What could be meant by what is written so far, whole lines, the best first. */
    List<String> offers(String text) {
        int blank = text.lastIndexOf(' ');
        String last = text.substring(blank + 1);
        List<String> words = blank < 0 ? commands() : names();
        var begin = new ArrayList<String>();
        var within = new ArrayList<String>();
        for (String word : words) {
            if (word.startsWith(last)) {
                begin.add(text.substring(0, blank + 1) + word);
            } else if (word.contains(last)) {
                within.add(text.substring(0, blank + 1) + word);
            }
        }
        begin.addAll(within);
        return begin.subList(0, Math.min(MOST_OFFERS, begin.size()));
    }

    private static List<String> commands() {
        var words = new ArrayList<>(Arrays.stream(Command.values()).map(Command::word).toList());
        words.add(SIGNAL);
        return words;
    }

    private List<String> names() {
        return world.processes().stream().map(ProcessView::name).toList();
    }

    Move run(Ui ui, String text, Steering steering, Picture picture) {
        List<String> words = List.of(text.strip().split("\\s+", -1));
        String first = words.getFirst();
        if (first.isEmpty()) {
            return Move.to(ui);
        }
        Optional<Command> command =
                Arrays.stream(Command.values()).filter(each -> each.word().equals(first)).findAny();
        if (command.isEmpty() && !first.equals(SIGNAL)) {
            return unknown(ui, first);
        }
        List<String> rest = words.subList(1, words.size());
        if (rest.isEmpty() && command.isPresent()) {
            return steering.run(ui, command.get());
        }
        Optional<String> stranger =
                rest.stream()
                        .limit(first.equals(SIGNAL) || first.equals("send") ? 1 : rest.size())
                        .filter(name -> world.process(name).isEmpty())
                        .findFirst();
        return stranger.isPresent()
                ? told(ui, "there is no process " + stranger.get())
                : command.isPresent() ? run(ui, command.get(), rest, picture) : signal(ui, rest);
    }

    private Move run(Ui ui, Command command, List<String> names, Picture picture) {
        return switch (command) {
            case START, STOP, KILL, RESTART, REPLACE ->
                    new Acting(world, picture).act(ui, command, names);
            case OPEN -> Pages.open(ui.selected(names.getFirst()), Page.PROCESS);
            case SEND ->
                    Move.of(
                            ui,
                            new Deed.Send(
                                    names.getFirst(),
                                    String.join(" ", names.subList(1, names.size()))));
            default -> told(ui, command.word() + " takes no names");
        };
    }

    private static Move signal(Ui ui, List<String> rest) {
        return rest.size() == 2
                ? Move.of(ui, new Deed.Signal(rest.get(0), rest.get(1)))
                : told(ui, "write it as: signal NAME SIGNAL");
    }

    private static Move unknown(Ui ui, String word) {
        return told(
                ui,
                "there is no command "
                        + word
                        + Nearest.of(word, commands())
                                .map(near -> "; did you mean " + near + "?")
                                .orElse(""));
    }

    private static Move told(Ui ui, String text) {
        return Move.to(ui.notice(Optional.of(new Ui.Notice(text, false))));
    }
}
