package dev.foster.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What people are told of a field.
 *
 * @param says what it means, in a sentence
 * @param usual what holds without it, where its section cannot tell or words say it better
 * @param examples as they would stand in a document
 * @param missing what to do when it is not there, for one that must be
 * @param layered whether it may stand in a layer below others, such as {@code defaults}
 * @param secret whether it is never shown
 * @param since when a change of it has an effect, if not at once
 */
public record Notes(
        String says,
        Optional<Object> usual,
        List<Object> examples,
        Optional<String> missing,
        boolean layered,
        boolean secret,
        Optional<String> since) {

    public Notes {
        examples = List.copyOf(examples);
    }

    public static Notes says(String sentence) {
        return new Notes(
                sentence,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                true,
                false,
                Optional.empty());
    }

    public Notes usually(Object wanted) {
        return new Notes(says, Optional.of(wanted), examples, missing, layered, secret, since);
    }

    public Notes example(Object... more) {
        var all = new ArrayList<>(examples);
        all.addAll(List.of(more));
        return new Notes(says, usual, all, missing, layered, secret, since);
    }

    /** It must be there, else this is advised. */
    public Notes required(String advice) {
        return new Notes(says, usual, examples, Optional.of(advice), layered, secret, since);
    }

    /** Each must say it for itself. */
    public Notes notLayered() {
        return new Notes(says, usual, examples, missing, false, secret, since);
    }

    public Notes since(String when) {
        return new Notes(says, usual, examples, missing, layered, secret, Optional.of(when));
    }

    public Notes hidden() {
        return new Notes(says, usual, examples, missing, layered, true, since);
    }
}
