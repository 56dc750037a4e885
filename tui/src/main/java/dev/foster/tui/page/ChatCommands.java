package dev.foster.tui.page;

import dev.foster.control.BusView;
import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Text;

import java.util.ArrayList;
import java.util.List;

/** What people can ask for in the chat, beside it where there is room. */
final class ChatCommands {
    private static final int WIDE = 90;
    private static final int WIDEST = 44;
    private static final String PREFIX = "!";

    private ChatCommands() {}

    /** The result is what is left for the conversation. */
    static Region draw(Region place, List<BusView.CommandView> commands) {
        if (place.width() < WIDE || commands.isEmpty()) {
            return place;
        }
        int width = Math.min(WIDEST, place.width() * 2 / 5);
        int left = place.width() - width;
        Region beside = place.part(left, 0, width, place.height());
        for (int y = 0; y < beside.height(); y++) {
            beside.write(0, y, "│", Looks.SOFT);
        }
        Region inside = beside.part(2, 0, width - 3, beside.height());
        List<Text> rows = rows(commands, inside.width());
        for (int y = 0; y < Math.min(rows.size(), inside.height()); y++) {
            boolean cut = y == inside.height() - 1 && rows.size() > inside.height();
            inside.write(0, y, cut ? Text.of("!help lists them all", Looks.SOFT) : rows.get(y));
        }
        return place.part(0, 0, left, place.height());
    }

    private static List<Text> rows(List<BusView.CommandView> commands, int width) {
        var rows = new ArrayList<Text>();
        for (BusView.CommandView command : commands) {
            Text word = Text.of(PREFIX + SafeWords.words(command.word()), Looks.ACCENT.bold());
            Text plugin = Text.of("  " + SafeWords.words(command.plugin()), Looks.SOFT);
            rows.add(word.plus(plugin).fit(width));
            if (!command.description().isBlank()) {
                Text about = Text.of(SafeWords.words(command.description()));
                for (Text row : Paragraph.rows(about, width - 2)) {
                    rows.add(Text.of("  ").plus(row));
                }
            }
        }
        return rows;
    }
}
