package dev.foster.tui.page;

import dev.foster.control.ScreenView;
import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.World;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All keys and what they do. */
final class HelpPage {
    private static final int KEYS = 20;

    /** Where there is little room, the first key of a command must do. */
    private static final int SHORT_KEYS = 14;

    private static final int NARROW = 60;

    /** From this width on there are two columns. */
    private static final int WIDE = 110;

    private final int width;

    private HelpPage(int width) {
        this.width = width;
    }

    static void draw(Sheet sheet, Region body, World world, Ui ui) {
        int columns = body.width() < WIDE ? 1 : 2;
        int width = (body.width() - 1) / columns;
        List<List<Text>> groups = new HelpPage(width - 2).groups(world);
        int total = groups.stream().mapToInt(List::size).sum();
        var left = new ArrayList<Text>();
        var right = new ArrayList<Text>();
        for (List<Text> group : groups) {
            boolean room = left.size() + group.size() / 2 <= total / 2;
            (columns == 1 || (right.isEmpty() && room) ? left : right).addAll(group);
        }
        int rows = Math.max(left.size(), right.size());
        int first = Math.clamp(ui.scroll(), 0, Math.max(0, rows - body.height()));
        column(body.part(1, 0, width - 2, body.height()), left, first);
        column(body.part(width + 1, 0, width - 2, body.height()), right, first);
        ScrollBar.draw(body, rows, first, body.height());
        sheet.sight(new Picture.Sight(body.height(), Optional.of((long) first), Optional.empty()));
    }

    private static void column(Region place, List<Text> rows, int first) {
        for (int y = 0; y < Math.min(place.height(), rows.size() - first); y++) {
            place.write(0, y, rows.get(first + y));
        }
    }

    private List<List<Text>> groups(World world) {
        var groups = new ArrayList<List<Text>>();
        List<ScreenView.KeyView> own = Footer.projectKeys(world);
        if (!own.isEmpty()) {
            var rows = group("Panels of this project");
            for (ScreenView.KeyView key : own) {
                String about =
                        SafeWords.words(key.label()) + " (" + SafeWords.words(key.process()) + ")";
                rows.addAll(entry(SafeWords.words(key.key()), about));
            }
            rows.add(Text.EMPTY);
            groups.add(rows);
        }
        for (KeyGroup group : KeyGroup.all()) {
            var rows = group(group.title());
            for (KeyGroup.Entry entry : group.entries()) {
                rows.addAll(entry(keys(entry), entry.about()));
            }
            rows.add(Text.EMPTY);
            groups.add(rows);
        }
        return groups;
    }

    private String keys(KeyGroup.Entry entry) {
        if (entry.keys().isEmpty()) {
            return ":" + entry.word();
        }
        return width < NARROW ? entry.keys().getFirst() : String.join(", ", entry.keys());
    }

    private static List<Text> group(String title) {
        var rows = new ArrayList<Text>();
        rows.add(Text.of(title, Looks.STRONG));
        return rows;
    }

    private List<Text> entry(String keys, String about) {
        int before = width < NARROW ? SHORT_KEYS : KEYS;
        Text head = Text.of("  " + keys, Looks.ACCENT).fit(before - 1);
        var rows = new ArrayList<Text>();
        for (String row : Paragraph.rows(about, Math.max(2, width - before))) {
            rows.add(head.plus(" ".repeat(before - head.width())).plus(row, Style.PLAIN));
            head = Text.EMPTY;
        }
        return rows;
    }
}
