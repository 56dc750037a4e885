package dev.foster.cli;

import dev.foster.document.Nearest;

import java.util.List;
import java.util.Optional;

/** A verb that is followed by a word, each a verb of its own: {@code foster bus pub}. */
public abstract class WordedVerb implements Verb {
    protected final Invocation invocation;
    private final String name;
    private final String things;
    private final String about;
    private final List<String> words;

    /**
     * @param things what it is about, as in "cannot do anything with …"
     * @param about the first lines of its help
     */
    protected WordedVerb(
            Invocation invocation, String name, String things, String about, List<String> words) {
        this.invocation = invocation;
        this.name = name;
        this.things = things;
        this.about = about;
        this.words = List.copyOf(words);
    }

    /** The verb of a word, loaded when it is asked for. */
    protected abstract Optional<Verb> named(String word);

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final List<String> words() {
        return words;
    }

    @Override
    public final String help() {
        var text = new StringBuilder("usage: foster " + name + " WORD [OPTION...]\n\n");
        text.append(about).append('\n');
        for (String word : words) {
            text.append(String.format("  %-10s %s%n", word, named(word).orElseThrow().summary()));
        }
        for (String word : words) {
            text.append('\n').append(named(word).orElseThrow().help());
        }
        return text.toString();
    }

    /** The help of a second word is its own. */
    @Override
    public final boolean asksForHelp(List<String> arguments) {
        return Verb.super.asksForHelp(arguments)
                && (arguments.isEmpty() || named(arguments.getFirst()).isEmpty());
    }

    @Override
    public final int run(List<String> arguments) {
        if (arguments.isEmpty()) {
            throw new UsageProblem(
                    "cannot do anything with "
                            + things
                            + ": WORD is missing; see foster "
                            + name
                            + " --help");
        }
        String word = arguments.getFirst();
        Verb verb = named(word).orElseThrow(() -> unknown(word));
        List<String> rest = arguments.subList(1, arguments.size());
        if (verb.asksForHelp(rest)) {
            invocation.out().print(verb.help());
            return ExitCodes.OK;
        }
        return verb.run(rest);
    }

    private UsageProblem unknown(String word) {
        return new UsageProblem(
                "cannot understand \""
                        + name
                        + " "
                        + word
                        + "\": there is no such word; "
                        + Nearest.of(word, words)
                                .map(near -> "did you mean " + near + "? Else ")
                                .orElse("")
                        + "see foster "
                        + name
                        + " --help");
    }
}
