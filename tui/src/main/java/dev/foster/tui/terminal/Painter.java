package dev.foster.tui.terminal;

import dev.foster.tui.frame.Frame;
import dev.foster.tui.frame.Style;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/**
 * Makes a terminal show a frame, by as little output as the one before allows.
 *
 * <p>Terminals disagree about how wide some characters are. After each of those the cursor is put
 * where it has to be, and the rest of its row is painted anew when it comes or goes: whatever the
 * terminal makes of it, nothing else moves.
 */
public final class Painter {
    private static final String BLANK = " ";

    /** How many cells that did not change are worth writing again to spare a move. */
    private static final int CHEAP_GAP = 4;

    /** How many blanks at the end of a row are worth a sequence of their own. */
    private static final int LONG_TAIL = 8;

    private final Output output;
    private @Nullable Frame shown;
    private Optional<Frame.Cursor> cursor = Optional.empty();

    /** Where the terminal will write next; a negative column when that is not sure. */
    private int column = -1;

    private int row = -1;

    public Painter(ColourDepth depth) {
        this.output = new Output(depth);
    }

    /** Nothing is known any more of what the terminal shows. */
    void forget() {
        shown = null;
    }

    /** What to send so that it shows this; empty when it does. */
    public byte[] paint(Frame next) {
        output.reset();
        column = -1;
        Frame before = shown;
        boolean anew = false;
        if (before == null || !before.size().equals(next.size())) {
            anew = true;
            output.clearAll();
            before = new Frame(next.size());
        }
        int begin = output.length();
        for (int y = 0; y < next.size().height(); y++) {
            paintRow(before, next, y);
        }
        shown = next;
        if (!anew && output.length() == begin && next.cursor().equals(cursor)) {
            return new byte[0];
        }
        cursor = next.cursor();
        return output.finish(cursor);
    }

    private void paintRow(Frame before, Frame next, int y) {
        int width = next.size().width();
        int x = next.difference(before, 0, y);
        int tail = x < width ? tail(next, y) : width;
        boolean all = false;
        while (x < width) {
            if (x > 0 && next.text(x, y).equals(Frame.HALF)) {
                x--;
            }
            moveTo(next, x, y);
            if (x >= tail && width - x >= LONG_TAIL) {
                output.clearToEndOfLine();
                return;
            }
            int cells = x + 1 < width && next.text(x + 1, y).equals(Frame.HALF) ? 2 : 1;
            all |= !isSure(before.text(x, y)) || !isSure(next.text(x, y));
            write(next, x, y, cells);
            x += cells;
            if (!all) {
                x = next.difference(before, x, y);
            }
        }
    }

    /** The column from which on a row is blank. */
    private static int tail(Frame frame, int y) {
        int x = frame.size().width();
        while (x > 0 && frame.text(x - 1, y).equals(BLANK) && isPlain(frame.style(x - 1, y))) {
            x--;
        }
        return x;
    }

    private static boolean isPlain(Style style) {
        return style.equals(Style.PLAIN);
    }

    private void write(Frame frame, int x, int y, int cells) {
        String text = frame.text(x, y);
        Style style = frame.style(x, y);
        output.style(style);
        if (text.equals(Frame.HALF)) {
            // The half of nothing; a frame has none.
            output.text(BLANK);
            column = x + 1;
            return;
        }
        boolean sure = isSure(text);
        if (!sure && cells == 2) {
            // What stood in the second cell must not stay there if the terminal needs but one.
            output.text("  ");
            output.move(x, y);
        }
        output.text(text);
        column = sure ? x + cells : -1;
    }

    private void moveTo(Frame frame, int x, int y) {
        if (y == row && x == column) {
            return;
        }
        int gap = x - column;
        if (y == row && column >= 0 && gap > 0) {
            if (gap <= CHEAP_GAP && canRewrite(frame, column, x, y)) {
                for (int i = column; i < x; i++) {
                    output.text(frame.text(i, y));
                }
            } else {
                output.forward(gap);
            }
        } else {
            output.move(x, y);
        }
        column = x;
        row = y;
    }

    private boolean canRewrite(Frame frame, int from, int to, int y) {
        for (int x = from; x < to; x++) {
            String text = frame.text(x, y);
            if (text.isEmpty() || !isSure(text) || !output.has(frame.style(x, y))) {
                return false;
            }
        }
        return true;
    }

    /** Whether every terminal agrees that it takes one cell. */
    private static boolean isSure(String text) {
        if (text.length() != 1) {
            // The right half of something: what is to be said is said of the left.
            return text.isEmpty();
        }
        char c = text.charAt(0);
        if (c < 0x7f) {
            return true;
        }
        boolean latin = c >= 0xc0 && c < 0x250;
        boolean line = c >= 0x2500 && c < 0x25a0;
        return latin || line || c == '…' || c == '·';
    }
}
