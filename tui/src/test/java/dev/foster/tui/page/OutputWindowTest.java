package dev.foster.tui.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.tui.state.Reading;
import dev.foster.tui.world.LogLine;

import org.junit.jupiter.api.Test;

import java.time.ZoneOffset;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

class OutputWindowTest {

    /** Very many lines that count how often somebody looks at one. */
    private static final class Endless extends AbstractList<LogLine> implements RandomAccess {
        private int looks;

        @Override
        public LogLine get(int index) {
            looks++;
            return Worlds.line(index, LogLine.Voice.OUTPUT, "line " + index);
        }

        @Override
        public int size() {
            return 50_000;
        }
    }

    @Test
    void onlyWhatIsSeenIsLookedAt() {
        var lines = new Endless();
        window(lines, Reading.START, 40);
        window(lines, Reading.START.from(26_000), 40);
        assertThat(lines.looks).isLessThan(150);
    }

    @Test
    void theNewestLineStandsAtTheBottom() {
        OutputWindow window = window(new Endless(), Reading.START, 10);
        assertThat(texts(window)).hasSize(10).endsWith("line 49998", "line 49999");
        assertThat(window.first()).isEqualTo(49_990);
        assertThat(window.last()).isEqualTo(49_999);
    }

    @Test
    void aLineStaysAtTheTop() {
        OutputWindow window = window(new Endless(), Reading.START.from(1_500), 3);
        assertThat(texts(window)).containsExactly("line 500", "line 501", "line 502");
        assertThat(window.first()).isEqualTo(500);
        assertThat(window.last()).isEqualTo(502);
    }

    @Test
    void aLineThatIsGoneGivesItsPlaceToTheNext() {
        List<LogLine> lines = new Endless().subList(600, 700);
        assertThat(texts(window(lines, Reading.START.from(1_500), 2)))
                .containsExactly("line 600", "line 601");
    }

    @Test
    void nearTheEndThePlaceIsFilled() {
        OutputWindow window = window(new Endless(), Reading.START.from(1_000 + 49_998), 5);
        assertThat(texts(window)).hasSize(5).endsWith("line 49999");
    }

    @Test
    void aLongLineTakesSeveralRowsWhenLinesAreWrapped() {
        List<LogLine> lines =
                List.of(
                        Worlds.line(1, LogLine.Voice.OUTPUT, "short"),
                        Worlds.line(2, LogLine.Voice.OUTPUT, "a".repeat(25)));
        Reading wrapped = Reading.START.wrap(true);
        OutputWindow whole = window(lines, wrapped, 10);
        assertThat(texts(whole))
                .containsExactly("short", "a".repeat(10), "a".repeat(10), "a".repeat(5));
        OutputWindow low = window(lines, wrapped, 2);
        assertThat(texts(low)).containsExactly("a".repeat(10), "a".repeat(9) + "…");
        assertThat(low.first()).isEqualTo(1);
    }

    @Test
    void theFirstLineIsTheOneSeenFromItsBeginning() {
        List<LogLine> lines =
                List.of(
                        Worlds.line(1, LogLine.Voice.OUTPUT, "b".repeat(25)),
                        Worlds.line(2, LogLine.Voice.OUTPUT, "short"));
        OutputWindow window = window(lines, Reading.START.wrap(true), 3);
        assertThat(texts(window)).containsExactly("b".repeat(10), "b".repeat(5), "short");
        assertThat(window.first()).isEqualTo(1);
    }

    @Test
    void aCutLineIsMovedAside() {
        List<LogLine> lines = List.of(Worlds.line(1, LogLine.Voice.OUTPUT, "0123456789abcdefghij"));
        assertThat(texts(window(lines, Reading.START, 1))).containsExactly("012345678…");
        assertThat(texts(window(lines, Reading.START.column(8), 1))).containsExactly("89abcdefg…");
        assertThat(texts(window(lines, Reading.START.column(16), 1))).containsExactly("ghij");
        assertThat(texts(window(lines, Reading.START.column(99), 1))).containsExactly("");
    }

    private static OutputWindow window(List<LogLine> lines, Reading reading, int height) {
        var looks = new LineRows(reading, 10, height, ZoneOffset.UTC);
        return OutputWindow.of(lines, reading, looks, height);
    }

    private static List<String> texts(OutputWindow window) {
        return window.rows().stream().map(row -> row.text().plain()).toList();
    }
}
