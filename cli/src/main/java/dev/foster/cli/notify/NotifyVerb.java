package dev.foster.cli.notify;

import dev.foster.cli.Invocation;
import dev.foster.cli.Verb;
import dev.foster.cli.WordedVerb;

import java.util.List;
import java.util.Optional;

/** {@code foster notify}, whose second word says what is done. */
public final class NotifyVerb extends WordedVerb {
    private static final String ABOUT =
            """
            Webhooks and commands below notify in the project's file are told when a process crashes, recovers
            and the like.
            """;

    public NotifyVerb(Invocation invocation) {
        super(invocation, "notify", "hooks", ABOUT, List.of("ls", "test"));
    }

    @Override
    public String summary() {
        return "list or test those who are told what happens";
    }

    @Override
    protected Optional<Verb> named(String word) {
        return Optional.ofNullable(
                switch (word) {
                    case "ls" -> new LsVerb(invocation);
                    case "test" -> new TestVerb(invocation);
                    default -> null;
                });
    }
}
