package dev.foster.tui.page;

import dev.foster.tui.frame.Clusters;
import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.ChatState;
import dev.foster.tui.world.Utterance;
import dev.foster.tui.world.World;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A conversation with the plugins on the bus, and what is being written. */
final class ChatPage {
    private static final int LONGEST_NAME = 16;

    /** From this height on there is a frame around what is being written. */
    private static final int ROOMY = 12;

    /** What was said longer ago than this is not looked for. */
    private static final int MOST = 300;

    private static final int MOST_PARAGRAPHS = 200;
    private static final int LONGEST_PARAGRAPH = 10_000;

    private ChatPage() {}

    static void draw(Sheet sheet, Region body, World world, Ui ui) {
        int writing = body.height() >= ROOMY ? 3 : 1;
        Region above = body.part(0, 0, body.width(), body.height() - writing);
        Region below = body.part(0, above.height(), body.width(), writing);
        List<Utterance> chat = world.chat();
        above = ChatCommands.draw(above, world.bus().commands());
        if (chat.isEmpty()) {
            Pages.centred(above, silence(world.bus()));
        } else {
            conversation(
                    sheet,
                    above,
                    chat.subList(Math.max(0, chat.size() - MOST), chat.size()),
                    ui.scroll());
        }
        boolean heard = world.bus().obstacle().isEmpty();
        writing(writing > 1 ? Border.ROUND.around(below, Looks.ACCENT) : below, ui, heard);
    }

    private static Text silence(ChatState bus) {
        return bus.obstacle()
                .map(why -> Text.of(SafeWords.words(why), Looks.DOUBTFUL))
                .orElse(
                        Text.of(
                                "Nobody has said anything. Commands begin with !, and !help lists"
                                        + " them.",
                                Looks.SOFT));
    }

    private static void writing(Region place, Ui ui, boolean heard) {
        int x = place.write(1, 0, "› ", Looks.ACCENT.bold());
        Region input = place.part(x, 0, place.width() - x - 1, 1);
        if (ui.chat().text().isEmpty() && heard) {
            input.write(0, 0, Text.of("write !help and press Enter", Looks.SOFT));
        }
        InputLine.draw(input, ui.chat());
    }

    private static void conversation(Sheet sheet, Region place, List<Utterance> chat, int scroll) {
        int names = 0;
        for (Utterance said : chat) {
            names = Math.max(names, Clusters.width(SafeWords.words(said.who())));
        }
        var rows = new ArrayList<Text>();
        for (Utterance said : chat) {
            int room = Math.min(names, LONGEST_NAME);
            rows.addAll(rows(said, room, Math.max(2, place.width() - room - 5)));
        }
        // It is read from its end.
        int moved = Math.clamp(scroll, 0, Math.max(0, rows.size() - place.height()));
        int first = Math.max(0, rows.size() - place.height() - moved);
        int seen = Math.min(place.height(), rows.size());
        for (int y = 0; y < seen; y++) {
            place.write(1, place.height() - seen + y, rows.get(first + y));
        }
        ScrollBar.draw(place, rows.size(), first, seen);
        sheet.sight(new Picture.Sight(place.height(), Optional.of((long) moved), Optional.empty()));
    }

    private static List<Text> rows(Utterance said, int names, int width) {
        String who = SafeWords.words(said.who());
        Text name = Text.of(who, Looks.ofName(who).bold()).fit(names);
        Text head = name.plus(" ".repeat(names + 2 - name.width()));
        Style style = said.well() ? Style.PLAIN : Looks.BAD;
        var rows = new ArrayList<Text>();
        for (String paragraph : said.text().split("\\R", MOST_PARAGRAPHS)) {
            for (String row :
                    Paragraph.rows(SafeWords.words(paragraph, LONGEST_PARAGRAPH), width)) {
                rows.add(head.plus(row, style));
                head = Text.of(" ".repeat(names + 2));
            }
        }
        return rows;
    }
}
