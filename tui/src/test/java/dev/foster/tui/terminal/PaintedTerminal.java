package dev.foster.tui.terminal;

import dev.foster.tui.frame.ChildText;
import dev.foster.tui.frame.Clusters;
import dev.foster.tui.frame.Frame;
import dev.foster.tui.frame.Size;
import dev.foster.tui.frame.Style;

import java.util.Arrays;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A terminal that understands what a painter says, and nothing else. How wide it draws a character
 * beyond ASCII is its own opinion.
 */
final class PaintedTerminal {
    private static final Pattern SEQUENCE =
            Pattern.compile("\033\\[(\\?)?([0-9;]*)([A-Za-z])|[^\033]+");

    private final Size size;
    private final ToIntFunction<String> width;
    private final String[] texts;
    private final Style[] styles;
    private String rendition = "";
    private int x;
    private int y;
    private boolean cursorShown;
    private int updates;

    PaintedTerminal(Size size, ToIntFunction<String> width) {
        this.size = size;
        this.width = width;
        this.texts = new String[size.width() * size.height()];
        this.styles = new Style[texts.length];
        Arrays.fill(texts, "#");
        Arrays.fill(styles, Style.PLAIN);
    }

    void accept(String output) {
        Matcher piece = SEQUENCE.matcher(output);
        int end = 0;
        while (piece.find()) {
            if (piece.start() != end) {
                throw new AssertionError("not understood: " + output.substring(end));
            }
            end = piece.end();
            if (piece.group(3) == null) {
                print(piece.group());
            } else if (piece.group(1) != null) {
                mode(piece.group(2), piece.group(3));
            } else {
                control(piece.group(2), piece.group(3).charAt(0));
            }
        }
        if (end != output.length() || updates != 0) {
            throw new AssertionError("not finished: " + output);
        }
    }

    private void mode(String number, String on) {
        switch (number) {
            case "25" -> cursorShown = on.equals("h");
            case "2026" -> updates += on.equals("h") ? 1 : -1;
            default -> throw new AssertionError("unknown mode " + number);
        }
    }

    private void control(String parameters, char kind) {
        switch (kind) {
            case 'H' -> {
                String[] numbers =
                        parameters.isEmpty() ? new String[] {"1", "1"} : parameters.split(";", 2);
                y = Integer.parseInt(numbers[0]) - 1;
                x = Integer.parseInt(numbers[1]) - 1;
            }
            case 'C' -> x += parameters.isEmpty() ? 1 : Integer.parseInt(parameters);
            case 'J' -> fill(0, texts.length);
            case 'K' -> {
                clearAround(x);
                fill(y * size.width() + x, (y + 1) * size.width());
            }
            case 'm' ->
                    rendition =
                            (parameters.equals("0") || parameters.startsWith("0;") ? "" : rendition)
                                    + "\033["
                                    + parameters
                                    + "m";
            default -> throw new AssertionError("unknown sequence " + kind);
        }
        boolean moved = kind == 'H' || kind == 'C';
        if ((moved && x >= size.width()) || x < 0 || y < 0 || y >= size.height()) {
            throw new AssertionError("the cursor left the screen");
        }
    }

    private void fill(int from, int to) {
        Arrays.fill(texts, from, to, " ");
        Arrays.fill(styles, from, to, style());
    }

    private Style style() {
        return ChildText.of(rendition + "x").spans().getFirst().style();
    }

    private void print(String text) {
        var clusters = new Clusters(text);
        while (clusters.next()) {
            String cluster = clusters.cluster();
            int cells = cluster.charAt(0) < 0x7f ? 1 : width.applyAsInt(cluster);
            // There is no wrapping: what does not fit stays in the last column.
            int column = Math.min(x, size.width() - 1);
            for (int i = 0; i < cells && column + i < size.width(); i++) {
                clearAround(column + i);
                texts[y * size.width() + column + i] = i == 0 ? cluster : Frame.HALF;
                styles[y * size.width() + column + i] = style();
            }
            x = Math.min(column + cells, size.width());
        }
    }

    private void clearAround(int column) {
        int at = y * size.width() + column;
        if (texts[at].equals(Frame.HALF)) {
            for (int i = at; i > y * size.width() && texts[i].equals(Frame.HALF); i--) {
                texts[i - 1] = texts[i - 1].equals(Frame.HALF) ? Frame.HALF : " ";
            }
        }
        for (int i = at + 1; i < (y + 1) * size.width() && texts[i].equals(Frame.HALF); i++) {
            texts[i] = " ";
        }
    }

    String text(int column, int row) {
        return texts[row * size.width() + column];
    }

    Style style(int column, int row) {
        return styles[row * size.width() + column];
    }

    boolean cursorShown() {
        return cursorShown;
    }

    int x() {
        return x;
    }

    int y() {
        return y;
    }
}
