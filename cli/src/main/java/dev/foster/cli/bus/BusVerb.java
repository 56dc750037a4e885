package dev.foster.cli.bus;

import dev.foster.cli.Caller;
import dev.foster.cli.UsageProblem;
import dev.foster.cli.Verb;
import dev.foster.control.Nearest;

import java.util.List;
import java.util.Optional;

/** {@code foster bus}, whose second word says what is done. */
public final class BusVerb implements Verb {
    private static final String NAME = "bus";
    private static final List<String> WORDS = List.of("serve", "pub", "sub", "request", "stats");

    private final Caller caller;

    public BusVerb(Caller caller) {
        this.caller = caller;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "publish, subscribe, ask over the message bus, or serve one";
    }

    @Override
    public List<String> words() {
        return WORDS;
    }

    private Optional<Verb> named(String word) {
        return Optional.ofNullable(
                switch (word) {
                    case "serve" -> new ServeVerb(caller);
                    case "pub" -> new PubVerb(caller);
                    case "sub" -> new SubVerb(caller);
                    case "request" -> new RequestVerb(caller);
                    case "stats" -> new StatsVerb(caller);
                    default -> null;
                });
    }

    @Override
    public String help() {
        var text =
                new StringBuilder(
                        """
                        usage: foster bus WORD [OPTION...]

                        The bus carries messages by subject, such as weather.berlin, in the protocol of NATS. Without
                        --server it is the bus of the project that runs here; if none runs, the one at $NATS_URL, or
                        nats://127.0.0.1:4222.

                        """);
        for (String word : WORDS) {
            text.append(String.format("  %-10s %s%n", word, named(word).orElseThrow().summary()));
        }
        for (String word : WORDS) {
            text.append('\n').append(named(word).orElseThrow().help());
        }
        return text.toString();
    }

    /** The help of a second word is its own. */
    @Override
    public boolean asksForHelp(List<String> arguments) {
        return Verb.super.asksForHelp(arguments)
                && (arguments.isEmpty() || named(arguments.getFirst()).isEmpty());
    }

    @Override
    public int run(List<String> arguments) {
        if (arguments.isEmpty()) {
            throw new UsageProblem(
                    "cannot do anything with the bus: WORD is missing; see foster bus --help");
        }
        String word = arguments.getFirst();
        Verb verb = named(word).orElseThrow(() -> unknown(word));
        List<String> rest = arguments.subList(1, arguments.size());
        if (verb.asksForHelp(rest)) {
            caller.out().print(verb.help());
            return 0;
        }
        return verb.run(rest);
    }

    private static UsageProblem unknown(String word) {
        return new UsageProblem(
                "cannot understand \"bus "
                        + word
                        + "\": there is no such word; "
                        + Nearest.of(word, WORDS)
                                .map(near -> "did you mean " + near + "? Else ")
                                .orElse("")
                        + "see foster bus --help");
    }
}
