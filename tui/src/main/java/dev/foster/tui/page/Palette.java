package dev.foster.tui.page;

import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;
import dev.foster.tui.state.Command;
import dev.foster.tui.state.Prompt;

import java.util.Arrays;
import java.util.List;

/** What could be meant by what is being written, above it, the best nearest to it. */
final class Palette {
    private static final int MOST = 10;
    private static final int WIDEST = 76;

    private Palette() {}

    static void draw(Region body, Prompt prompt) {
        List<String> offers = prompt.offers().stream().map(SafeWords::words).toList();
        int rows = Math.min(Math.min(MOST, offers.size()), body.height() - 2);
        if (rows < 1) {
            return;
        }
        int words = offers.stream().limit(rows).mapToInt(String::length).max().orElse(0);
        Region place =
                body.part(0, body.height() - rows - 2, Math.min(WIDEST, body.width()), rows + 2);
        place.fill(Style.PLAIN);
        Region inside = Border.ROUND.around(place, Looks.ACCENT);
        for (int i = 0; i < rows; i++) {
            int y = rows - 1 - i;
            inside.write(1, y, text(offers.get(i), words).fit(inside.width() - 2));
            if (i == 0) {
                inside.restyle(0, y, inside.width(), _ -> Looks.SELECTED);
            }
        }
        if (offers.size() > rows) {
            Text more = Text.of((offers.size() - rows) + " more", Looks.SOFT);
            Border.right(place, 0, more);
        }
    }

    private static Text text(String offer, int words) {
        Text text = Text.of(offer, Looks.STRONG);
        return Arrays.stream(Command.values())
                .filter(command -> command.word().equals(offer))
                .findFirst()
                .map(
                        command ->
                                text.plus(" ".repeat(Math.max(0, words - offer.length()) + 2))
                                        .plus(command.about(), Looks.SOFT))
                .orElse(text);
    }
}
