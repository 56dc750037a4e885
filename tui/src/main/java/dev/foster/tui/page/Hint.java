package dev.foster.tui.page;

import dev.foster.control.ScreenView;
import dev.foster.tui.frame.Clusters;
import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;
import dev.foster.tui.keys.Key;
import dev.foster.tui.state.Command;
import dev.foster.tui.state.Picture;

/** A key with what it does, to press or to click. */
record Hint(Key key, Text text) {

    static Hint of(Command command) {
        Key key = command.keys().getFirst();
        String shown = key.equals(Key.ENTER) ? "↵" : key.name();
        return new Hint(key, text(shown, command.word().replace('-', ' ')));
    }

    /** One that the project has given a meaning. */
    static Hint of(ScreenView.KeyView own) {
        return new Hint(
                new Key(own.key()), text(SafeWords.words(own.key()), SafeWords.words(own.label())));
    }

    private static Text text(String key, String label) {
        boolean letter = Clusters.width(key) == 1;
        Style style = letter ? Looks.ACCENT.bold() : Looks.ACCENT;
        return Text.of(key, style).plus(" " + label, Looks.SOFT);
    }

    /** The result is the column behind it. */
    int draw(Sheet sheet, Region row, int x) {
        sheet.clickable(row.part(x, 0, text.width(), 1), new Picture.Target.Hint(key));
        return row.write(x, 0, text);
    }
}
