package dev.foster.tui.steer;

import dev.foster.tui.keys.Key;
import dev.foster.tui.state.Command;
import dev.foster.tui.state.Deed;
import dev.foster.tui.state.Page;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Prompt;
import dev.foster.tui.state.TextInput;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.World;

import java.util.List;
import java.util.Optional;

/** Writing at the bottom: a search, a filter, a command, a line for a process. */
final class Prompting {
    private final World world;
    private final Picture picture;

    Prompting(World world, Picture picture) {
        this.world = world;
        this.picture = picture;
    }

    Move open(Ui ui, Command command) {
        return switch (command) {
            case SEARCH ->
                    open(ui, Prompt.Kind.SEARCH, ui.page() == Page.OVERVIEW ? ui.find() : "");
            case FILTER -> open(ui, Prompt.Kind.FILTER, ui.reading().filter());
            case PALETTE -> open(ui, Prompt.Kind.PALETTE, "");
            case SEND -> open(ui, Prompt.Kind.SEND, "");
            default -> Move.to(ui);
        };
    }

    private Move open(Ui ui, Prompt.Kind kind, String text) {
        return Move.to(written(ui, kind, TextInput.of(text)));
    }

    Move press(Ui ui, Prompt prompt, Key key) {
        Prompt.Kind kind = prompt.kind();
        if (key.equals(Key.ESCAPE) || key.equals(Key.control('c'))) {
            Ui closed = ui.prompt(Optional.empty());
            return Move.to(kind == Prompt.Kind.SEARCH && onTable(ui) ? closed.find("") : closed);
        }
        if (key.equals(Key.ENTER)) {
            return done(ui.prompt(Optional.empty()), prompt);
        }
        if (key.equals(Key.TAB) && !prompt.offers().isEmpty()) {
            return Move.to(written(ui, kind, TextInput.of(prompt.offers().getFirst() + " ")));
        }
        if (key.equals(Key.BACKSPACE) && prompt.draft().text().isEmpty()) {
            return Move.to(ui.prompt(Optional.empty()));
        }
        return Move.to(written(ui, kind, Editing.press(prompt.draft(), key)));
    }

    Move insert(Ui ui, Prompt prompt, String text) {
        TextInput draft = prompt.draft().insert(Steering.oneLine(text));
        return Move.to(written(ui, prompt.kind(), draft));
    }

    private Ui written(Ui ui, Prompt.Kind kind, TextInput draft) {
        List<String> offers =
                kind == Prompt.Kind.PALETTE ? new Palette(world).offers(draft.text()) : List.of();
        Ui asking = ui.prompt(Optional.of(new Prompt(kind, draft, offers)));
        // Names are found while they are written.
        return kind == Prompt.Kind.SEARCH && onTable(ui) ? asking.find(draft.text()) : asking;
    }

    private static boolean onTable(Ui ui) {
        return ui.page() == Page.OVERVIEW;
    }

    private Move done(Ui ui, Prompt prompt) {
        String text = prompt.draft().text();
        return switch (prompt.kind()) {
            case SEARCH -> searched(ui, text);
            case FILTER -> Move.to(ui.reading(ui.reading().filter(text)));
            case PALETTE -> new Palette(world).run(ui, text, new Steering(world, picture), picture);
            case SEND ->
                    ui.selected().isEmpty()
                            ? Move.to(ui)
                            : Move.of(ui, new Deed.Send(ui.selected(), text));
        };
    }

    private Move searched(Ui ui, String text) {
        return ui.page() == Page.PROCESS
                ? new OutputReading(world, picture).search(ui, text)
                : Move.to(ui.find(text));
    }
}
