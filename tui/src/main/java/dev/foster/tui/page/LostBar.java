package dev.foster.tui.page;

import dev.foster.tui.frame.Colour;
import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;
import dev.foster.tui.world.DaemonLink;

/** Says that the daemon is gone, above the last that was known. */
final class LostBar {
    private static final Style BAR = Style.of(Colour.RED).reverse().bold();

    private LostBar() {}

    /** The result is how many rows it took. */
    static int draw(Region whole, DaemonLink link) {
        if (!(link instanceof DaemonLink.Lost(String why))) {
            return 0;
        }
        Region row = whole.row(0);
        row.fill(BAR);
        Text end = Text.of("; looking for it ", BAR);
        Text text = Text.of(" the daemon is gone: " + SafeWords.words(why), BAR);
        row.write(0, 0, text.fit(row.width() - end.width()).plus(end));
        return 1;
    }
}
