package dev.foster.tui.page;

import dev.foster.control.EventTone;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.tui.frame.Colour;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;

import java.util.Optional;

/**
 * How the state of a process looks. The symbol says it, too, to whom colours say nothing.
 *
 * @param symbol one cell wide
 * @param style of the symbol and of words about the state
 */
record Looks(String symbol, Style style) {
    /** What is to be found at first sight: where the person is, and keys. */
    static final Style ACCENT = Style.of(Colour.CYAN);

    /** What is there for those who look for it. */
    static final Style SOFT = Style.PLAIN.faint();

    /** Curves, which would be loud otherwise: they are large. */
    static final Style CURVE = ACCENT.faint();

    static final Style STRONG = Style.PLAIN.bold();
    static final Style GOOD = Style.of(Colour.GREEN);
    static final Style DOUBTFUL = Style.of(Colour.YELLOW);
    static final Style BAD = Style.of(Colour.RED);
    static final Style ALARM = Style.of(Colour.BRIGHT_MAGENTA).bold();

    /** How much higher than its highest value a curve is drawn that has no natural top. */
    static final double HEADROOM = 1.6;

    /** Where the keys act. */
    static final Style SELECTED = ACCENT.reverse();

    /** Red is for failures. */
    private static final int[] NAMES = {
        Colour.CYAN,
        Colour.GREEN,
        Colour.YELLOW,
        Colour.BLUE,
        Colour.MAGENTA,
        Colour.BRIGHT_CYAN,
        Colour.BRIGHT_GREEN,
        Colour.BRIGHT_YELLOW,
        Colour.BRIGHT_BLUE,
        Colour.BRIGHT_MAGENTA
    };

    static Looks of(ProcessView process) {
        return of(process.state(), process.ready());
    }

    static Looks of(ProcessState state, boolean ready) {
        ProcessState shown =
                state == ProcessState.RUNNING && !ready ? ProcessState.STARTING : state;
        return new Looks(shown.symbol(), of(shown.tone()));
    }

    static Style of(EventTone tone) {
        return switch (tone) {
            case GOOD -> GOOD;
            case NEUTRAL -> SOFT;
            case DOUBTFUL -> DOUBTFUL;
            case BAD -> BAD;
            case ALARM -> ALARM;
        };
    }

    /** Whether all is as it should be, so that there is no need to say so. */
    boolean calm() {
        return style.equals(GOOD);
    }

    /** The word of the state: in colour where somebody should look, else plain. */
    static Text word(ProcessView process) {
        Looks looks = of(process);
        Style style = looks.calm() ? Style.PLAIN : looks.style();
        return Text.of(process.state().word(), style);
    }

    /**
     * Why it is in its state, without the word of that state: wherever it stands, that does too.
     */
    static Optional<String> reason(ProcessView process) {
        String word = process.state().word() + " ";
        return process.reason()
                .map(SafeWords::words)
                .map(why -> why.startsWith(word) ? why.substring(word.length()) : why);
    }

    /** The line around a process: quiet as long as all is well. */
    Style border(boolean alarm, boolean focused) {
        if (alarm) {
            return ALARM;
        }
        if (focused) {
            return style.without(Style.FAINT).bold();
        }
        return calm() ? style.faint() : style;
    }

    /** The same for the same name, always. */
    static Style ofName(String name) {
        return Style.of(NAMES[Math.floorMod(name.hashCode(), NAMES.length)]);
    }
}
