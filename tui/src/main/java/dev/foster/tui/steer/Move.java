package dev.foster.tui.steer;

import dev.foster.tui.state.Deed;
import dev.foster.tui.state.Ui;

import java.util.List;

/** Where a person is after they did something, and what is to be done for them. */
public record Move(Ui ui, List<Deed> deeds) {
    public Move {
        deeds = List.copyOf(deeds);
    }

    static Move to(Ui ui) {
        return new Move(ui, List.of());
    }

    static Move of(Ui ui, Deed deed) {
        return new Move(ui, List.of(deed));
    }
}
