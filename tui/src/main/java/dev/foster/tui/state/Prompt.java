package dev.foster.tui.state;

import java.util.List;

/**
 * A line at the bottom where a person writes something.
 *
 * @param offers what could be meant so far, the best first
 */
public record Prompt(Kind kind, TextInput draft, List<String> offers) {

    /** What the text is for. */
    public enum Kind {
        /** Output with a text is looked for; processes with a name are shown. */
        SEARCH,
        FILTER,
        /** A command by its name. */
        PALETTE,
        /** A line for the standard input of the selected process. */
        SEND
    }

    public Prompt {
        offers = List.copyOf(offers);
    }
}
