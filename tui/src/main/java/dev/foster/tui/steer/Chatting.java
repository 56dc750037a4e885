package dev.foster.tui.steer;

import dev.foster.tui.keys.Key;
import dev.foster.tui.state.Deed;
import dev.foster.tui.state.Draft;
import dev.foster.tui.state.Said;
import dev.foster.tui.state.Ui;

/** Writing in the chat. */
final class Chatting {
    private Chatting() {}

    static Step press(Ui ui, Key key) {
        if (key.equals(Key.ENTER)) {
            String text = ui.chat().text().strip();
            Ui said = ui.chat(Draft.EMPTY).scroll(0);
            return text.isEmpty()
                    ? Step.to(said)
                    : Step.of(said.said(ui.said().plus(text)), new Deed.Say(text));
        }
        return Step.to(ui.chat(Editing.press(ui.chat(), key)));
    }

    /** Brings what was said before, as a shell does. */
    static Step recall(Ui ui, int by) {
        Said said = ui.said().back(by, ui.chat());
        return said.back() == ui.said().back()
                ? Step.to(ui)
                : Step.to(ui.said(said).chat(said.draft()));
    }
}
