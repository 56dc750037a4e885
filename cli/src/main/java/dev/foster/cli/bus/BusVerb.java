package dev.foster.cli.bus;

import dev.foster.cli.Invocation;
import dev.foster.cli.Verb;
import dev.foster.cli.WordedVerb;

import java.util.List;
import java.util.Optional;

/** {@code foster bus}, whose second word says what is done. */
public final class BusVerb extends WordedVerb {
    private static final String ABOUT =
            """
            The bus carries messages by subject, such as weather.berlin, in the protocol of NATS. Without
            --server it is the bus of the project that runs here; if none runs, the one at $NATS_URL, or
            nats://127.0.0.1:4222.
            """;

    public BusVerb(Invocation invocation) {
        super(
                invocation,
                "bus",
                "the bus",
                ABOUT,
                List.of("serve", "pub", "sub", "request", "stats"));
    }

    @Override
    public String summary() {
        return "publish, subscribe, ask over the message bus, or serve one";
    }

    @Override
    protected Optional<Verb> named(String word) {
        return Optional.ofNullable(
                switch (word) {
                    case "serve" -> new ServeVerb(invocation);
                    case "pub" -> new PubVerb(invocation);
                    case "sub" -> new SubVerb(invocation);
                    case "request" -> new RequestVerb(invocation);
                    case "stats" -> new StatsVerb(invocation);
                    default -> null;
                });
    }
}
