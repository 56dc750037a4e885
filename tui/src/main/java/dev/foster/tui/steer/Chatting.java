package dev.foster.tui.steer;

import dev.foster.tui.keys.Key;
import dev.foster.tui.state.ChatHistory;
import dev.foster.tui.state.Deed;
import dev.foster.tui.state.TextInput;
import dev.foster.tui.state.Ui;

/** Writing in the chat. */
final class Chatting {
    private Chatting() {}

    static Move press(Ui ui, Key key) {
        if (key.equals(Key.ENTER)) {
            String text = ui.chat().text().strip();
            Ui said = ui.chat(TextInput.EMPTY).scroll(0);
            return text.isEmpty()
                    ? Move.to(said)
                    : Move.of(said.said(ui.said().plus(text)), new Deed.Say(text));
        }
        return Move.to(ui.chat(Editing.press(ui.chat(), key)));
    }

    /** Brings what was said before, as a shell does. */
    static Move recall(Ui ui, int by) {
        ChatHistory said = ui.said().back(by, ui.chat());
        return said.back() == ui.said().back()
                ? Move.to(ui)
                : Move.to(ui.said(said).chat(said.draft()));
    }
}
