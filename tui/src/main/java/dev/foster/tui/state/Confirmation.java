package dev.foster.tui.state;

import dev.foster.tui.keys.Key;

import java.util.List;

/**
 * Something a person must answer before it is done.
 *
 * @param text one sentence
 * @param choices each with its key; every other key means no
 */
public record Confirmation(String text, List<Choice> choices) {

    /** One answer, and what follows from it. */
    public record Choice(Key key, String label, List<Deed> deeds) {
        public Choice {
            deeds = List.copyOf(deeds);
        }
    }

    public Confirmation {
        choices = List.copyOf(choices);
    }
}
