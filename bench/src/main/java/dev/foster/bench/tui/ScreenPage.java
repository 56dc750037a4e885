package dev.foster.bench.tui;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of Foster's screen, and how it is told that it has answered a key while all else on it
 * changes, too.
 *
 * @param name of the page in the results
 * @param open the keys that lead to it from the overview
 * @param keys what is pressed there, in turns
 * @param sign what of the styled screen changes with these keys only
 */
record ScreenPage(String name, List<String> open, List<String> keys, UnaryOperator<String> sign) {
    /** A row of the table that is shown in reverse up to its name. */
    private static final Pattern REVERSE =
            Pattern.compile("\u001b\\[(?:[0-9;]*;)?7m[^\n]*?(crier-\\d\\d)");

    /** A panel with a heavy border, in a screen without styles. */
    private static final Pattern HEAVY = Pattern.compile("┏[^\n]*?(crier-\\d\\d)");

    private static final Pattern STYLE = Pattern.compile("\u001b\\[[0-9;:]*m");
    private static final Pattern TIME = Pattern.compile("\\d\\d:\\d\\d:\\d\\d");
    private static final int MANY = 10;

    /** All that are measured. */
    static List<ScreenPage> all() {
        return List.of(
                new ScreenPage("overview", List.of(), List.of("j", "k"), ScreenPage::row),
                new ScreenPage("panels", List.of("p"), List.of("l", "h"), ScreenPage::panel),
                new ScreenPage("process", List.of("Enter"), List.of("t"), ScreenPage::times));
    }

    /** The process of the selected row. */
    static String row(String styled) {
        return found(REVERSE, styled);
    }

    /** The process of the selected panel. */
    static String panel(String styled) {
        return found(HEAVY, STYLE.matcher(styled).replaceAll(""));
    }

    private static String found(Pattern pattern, String screen) {
        Matcher matcher = pattern.matcher(screen);
        return matcher.find() ? matcher.group(1) : "";
    }

    /** Whether the lines have their times. */
    static String times(String styled) {
        return TIME.matcher(styled).results().count() > MANY ? "with times" : "without";
    }
}
