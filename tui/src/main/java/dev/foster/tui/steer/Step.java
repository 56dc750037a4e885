package dev.foster.tui.steer;

import dev.foster.tui.state.Deed;
import dev.foster.tui.state.Ui;

import java.util.List;

/** Where a person is after they did something, and what is to be done for them. */
public record Step(Ui ui, List<Deed> deeds) {
    public Step {
        deeds = List.copyOf(deeds);
    }

    static Step to(Ui ui) {
        return new Step(ui, List.of());
    }

    static Step of(Ui ui, Deed deed) {
        return new Step(ui, List.of(deed));
    }
}
