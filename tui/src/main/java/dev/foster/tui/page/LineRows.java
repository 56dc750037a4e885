package dev.foster.tui.page;

import dev.foster.tui.frame.ChildText;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;
import dev.foster.tui.state.Reading;
import dev.foster.tui.world.LogLine;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** How one line of output looks to somebody who reads it in their way. */
final class LineRows {
    private static final Style REMARK = Looks.SOFT.with(Style.ITALIC);
    private static final int TIMES = "00:00:00.000 ".length();

    /** How much of a line is looked at for each cell there is: colours take characters, too. */
    private static final int CHARACTERS_A_CELL = 8;

    private static final int LEAST_CHARACTERS = 4096;

    private final Reading reading;
    private final int width;
    private final int most;
    private final ZoneId zone;

    /**
     * @param most how many rows one line may take
     */
    LineRows(Reading reading, int width, int most, ZoneId zone) {
        this.reading = reading;
        this.width = width;
        this.most = Math.max(1, most);
        this.zone = zone;
    }

    /** One row, or several if lines are wrapped. */
    List<Text> of(LogLine line) {
        int before = reading.times() ? TIMES : 0;
        int room = Math.max(1, width - before);
        List<Text> bodies = reading.wrap() ? wrapped(line, room) : List.of(cut(line, room));
        if (before == 0) {
            return bodies;
        }
        var rows = new ArrayList<Text>();
        String head = Brief.exactTime(line.at(), zone) + " ";
        for (Text body : bodies) {
            rows.add(Text.of(head, Looks.SOFT).plus(body));
            head = " ".repeat(TIMES);
        }
        return rows;
    }

    private Text cut(LogLine line, int room) {
        int column = Math.min(reading.column(), 1 << 20);
        Text text = text(line, column + room);
        return text.part(column, column + room + 1).fit(room);
    }

    private List<Text> wrapped(LogLine line, int room) {
        List<Text> rows = text(line, room * most).wrap(room);
        if (rows.size() <= most) {
            return rows;
        }
        Text last = rows.get(most - 1).part(0, room - 1).plus("…", Looks.SOFT);
        var cut = new ArrayList<>(rows.subList(0, most - 1));
        cut.add(last);
        return cut;
    }

    private Text text(LogLine line, int cells) {
        Text text = shown(line, Math.max(LEAST_CHARACTERS, (long) CHARACTERS_A_CELL * cells));
        boolean here = reading.match().filter(match -> match == line.cursor()).isPresent();
        return Highlight.of(text, reading.search(), here ? Highlight.CURRENT : Highlight.FOUND);
    }

    /** A line of the process in its own colours, or a remark of Foster's. */
    static Text shown(LogLine line, long characters) {
        Text text = ChildText.of(line.text(), (int) Math.min(Integer.MAX_VALUE, characters));
        return line.voice() == LogLine.Voice.FOSTER ? Text.of(text.plain(), REMARK) : text;
    }

    /** What stands in front of a line: a bar if it is of the error output. */
    static Text mark(LogLine line) {
        return line.voice() == LogLine.Voice.ERROR ? Text.of("▏", Looks.BAD) : Text.EMPTY;
    }
}
