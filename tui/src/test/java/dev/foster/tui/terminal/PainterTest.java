package dev.foster.tui.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.tui.frame.Clusters;
import dev.foster.tui.frame.Colour;
import dev.foster.tui.frame.Frame;
import dev.foster.tui.frame.Size;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.ToIntFunction;

class PainterTest {
    private static final Size SIZE = new Size(40, 8);
    private static final String[] PIECES = {
        "hello",
        " ",
        "x",
        "            ",
        "日本",
        "😀",
        "👨‍👩‍👧",
        "é",
        "e\u0301",
        "✓",
        "│",
        "▁▂▃",
        "…",
        "❤️",
        "🇩🇪"
    };

    private final Painter painter = new Painter(ColourDepth.TRUE);

    @Test
    void theTerminalShowsTheFrame() {
        assertThatAlwaysShown(Clusters::width, true);
    }

    @Test
    void aTerminalThatDrawsPicturesNarrowMovesNothingElse() {
        assertThatAlwaysShown(_ -> 1, false);
    }

    @Test
    void aTerminalThatDrawsPicturesWideMovesNothingElse() {
        assertThatAlwaysShown(cluster -> sure(cluster) ? 1 : 2, false);
        assertThatAlwaysShown(
                cluster -> sure(cluster) ? 1 : 2 * cluster.codePointCount(0, cluster.length()),
                false);
    }

    private static boolean sure(String cluster) {
        return cluster.length() == 1 && "é│▁▂▃…".contains(cluster);
    }

    private void assertThatAlwaysShown(ToIntFunction<String> width, boolean exactly) {
        var random = new Random(11);
        for (int round = 0; round < 300; round++) {
            painter.forget();
            var terminal = new PaintedTerminal(SIZE, width);
            Frame frame = new Frame(SIZE);
            for (int step = 0; step < 6; step++) {
                frame = changed(frame, random);
                terminal.accept(painted(frame));
                assertShows(terminal, frame, exactly);
            }
        }
    }

    private static void assertShows(PaintedTerminal terminal, Frame frame, boolean exactly) {
        for (int y = 0; y < SIZE.height(); y++) {
            for (int x = 0; x < SIZE.width(); x++) {
                String text = frame.text(x, y);
                boolean ascii = text.length() == 1 && (text.charAt(0) < 0x7f || sure(text));
                if (exactly || ascii) {
                    assertThat(terminal.text(x, y)).as("%d, %d", x, y).isEqualTo(text);
                    assertThat(terminal.style(x, y)).isEqualTo(frame.style(x, y));
                }
            }
        }
        assertThat(terminal.cursorShown()).isEqualTo(frame.cursor().isPresent());
        frame.cursor()
                .ifPresent(
                        cursor -> {
                            assertThat(terminal.x()).isEqualTo(cursor.x());
                            assertThat(terminal.y()).isEqualTo(cursor.y());
                        });
    }

    /** The same frame but for a few places. */
    private static Frame changed(Frame before, Random random) {
        Frame next = copy(before);
        int changes = random.nextInt(12);
        for (int i = 0; i < changes; i++) {
            int x = random.nextInt(SIZE.width());
            int y = random.nextInt(SIZE.height());
            Style style =
                    new Style(
                            random.nextInt(3) == 0 ? Colour.mixed(1, 2, random.nextInt(9)) : -1,
                            random.nextInt(17) - 1,
                            random.nextBoolean() ? 0 : random.nextInt(64));
            Style used = random.nextBoolean() ? Style.PLAIN : style;
            next.whole().write(x, y, PIECES[random.nextInt(PIECES.length)], used);
        }
        if (random.nextBoolean()) {
            next.whole().cursor(random.nextInt(SIZE.width()), random.nextInt(SIZE.height()));
        }
        return next;
    }

    private static Frame copy(Frame frame) {
        var copy = new Frame(frame.size());
        for (int y = 0; y < SIZE.height(); y++) {
            for (int x = 0; x < SIZE.width(); x++) {
                if (!frame.text(x, y).isEmpty()) {
                    copy.whole().write(x, y, frame.text(x, y), frame.style(x, y));
                }
            }
        }
        return copy;
    }

    private String painted(Frame frame) {
        return new String(painter.paint(frame), StandardCharsets.UTF_8);
    }

    @Test
    void whatIsShownAlreadyIsNotSentAgain() {
        painted(frame("one", "two"));

        assertThat(painter.paint(frame("one", "two"))).isEmpty();
    }

    @Test
    void aSmallChangeIsASmallUpdate() {
        painted(frame("cpu 10%   memory 20 MB", "two"));

        assertThat(painted(frame("cpu 15%   memory 21 MB", "two")))
                .isEqualTo("\033[?2026h\033[?25l\033[1;6H5\033[12C1\033[?2026l");
    }

    @Test
    void whatBecomesBlankIsErasedAtOnce() {
        painted(frame("a long line that goes"));

        assertThat(painted(frame("a long")))
                .isEqualTo("\033[?2026h\033[?25l\033[1;8H\033[K\033[?2026l");
    }

    @Test
    void aCursorThatMovesIsAnUpdate() {
        painted(frame("text"));
        Frame next = frame("text");
        next.whole().cursor(2, 3);

        assertThat(painted(next)).isEqualTo("\033[?2026h\033[?25l\033[4;3H\033[?25h\033[?2026l");
    }

    @Test
    void anotherSizeIsPaintedFromNothing() {
        painted(frame("text"));
        var larger = new Frame(new Size(50, 10));
        larger.whole().write(0, 0, Text.of("text"));

        assertThat(painted(larger)).contains("\033[2J").contains("text");
    }

    @Test
    void whatWasForgottenIsPaintedFromNothing() {
        painted(frame("text"));
        painter.forget();

        assertThat(painted(frame("text"))).contains("\033[2J").contains("text");
    }

    @Test
    void aTerminalWithoutColoursStillGetsTheRest() {
        var plain = new Painter(ColourDepth.NONE);
        var frame = new Frame(SIZE);
        frame.whole().write(0, 0, "x", Style.of(Colour.RED).on(Colour.BLUE).bold().reverse());

        assertThat(new String(plain.paint(frame), StandardCharsets.UTF_8))
                .contains("\033[1;7mx\033[0m");
    }

    @Test
    void coloursAreSaidInTheWayTheTerminalKnows() {
        var frame = new Frame(SIZE);
        frame.whole().write(0, 0, "a", Style.of(Colour.BRIGHT_RED).on(Colour.GREEN));
        frame.whole().write(1, 0, "b", Style.of(Colour.ofPalette(208)));
        frame.whole().write(2, 0, "c", Style.of(Colour.mixed(1, 2, 3)));

        assertThat(painted(frame)).contains("\033[91;42ma\033[38;5;208;49mb\033[38;2;1;2;3mc");
    }

    private static Frame frame(String... rows) {
        var frame = new Frame(SIZE);
        for (int y = 0; y < rows.length; y++) {
            frame.whole().write(0, y, Text.of(rows[y]));
        }
        return frame;
    }
}
