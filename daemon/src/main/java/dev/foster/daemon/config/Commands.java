package dev.foster.daemon.config;

import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Value.Sequence;
import dev.foster.process.ChildSpec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads commands: a text runs through the shell, a list does not. */
final class Commands {
    private Commands() {}

    static Optional<List<String>> read(Value value, String label, Scalars scalars) {
        if (value instanceof Scalar scalar && scalar.is(Value.Kind.TEXT)) {
            return scalars.content(value, label).map(text -> List.of("/bin/sh", "-c", text));
        }
        if (!(value instanceof Sequence list)) {
            return scalars.expected(
                    value, label, "a text for the shell or a list", "[python3, server.py]");
        }
        if (list.items().isEmpty()) {
            return scalars.refuse(value, label, "it is empty", "name a program");
        }
        var words = new ArrayList<String>();
        for (int i = 0; i < list.items().size(); i++) {
            // Numbers are welcome: everybody writes [sleep, 5].
            scalars.word(list.items().get(i), label + "[" + i + "]").ifPresent(words::add);
        }
        if (words.size() < list.items().size()) {
            return Optional.empty();
        }
        return words.getFirst().isBlank()
                ? scalars.refuse(value, label, "its first word is empty", "name a program")
                : Optional.of(words);
    }

    /** A child that runs another command the way this one runs. */
    static ChildSpec of(List<String> command, ChildSpec like) {
        ChildSpec child = ChildSpec.of(command).environment(like.environment());
        return like.directory().map(child::directory).orElse(child);
    }
}
