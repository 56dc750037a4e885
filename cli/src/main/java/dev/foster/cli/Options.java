package dev.foster.cli;

import dev.foster.document.Nearest;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * What a verb understands: its options, its words, and the texts about them. The help, the parsing
 * and the completion all come from this one declaration.
 */
public final class Options {
    private static final int TEXT_COLUMN = 22;

    private final String verb;
    private final String purpose;
    private final String words;
    private final String about;
    private final List<Option> options;
    private final List<String> examples;
    private final boolean wordsNeeded;

    private Options(
            String verb,
            String purpose,
            String words,
            String about,
            List<Option> options,
            List<String> examples,
            boolean wordsNeeded) {
        this.verb = verb;
        this.purpose = purpose;
        this.words = words;
        this.about = about;
        this.options = List.copyOf(options);
        this.examples = List.copyOf(examples);
        this.wordsNeeded = wordsNeeded;
    }

    /**
     * A verb without options.
     *
     * @param purpose what it does, as it stands behind "cannot"
     */
    public static Options of(String verb, String purpose) {
        return new Options(verb, purpose, "", "", List.of(), List.of(), false);
    }

    /**
     * Words besides the options.
     *
     * @param usage how they are written; none are needed when it begins with a bracket
     */
    public Options words(String usage) {
        boolean needed = !usage.startsWith("[");
        return new Options(verb, purpose, usage, about, options, examples, needed);
    }

    /** Whether its words are names of processes. */
    boolean takesProcesses() {
        return words.contains("NAME");
    }

    /** What the verb does, in whole sentences. */
    public Options about(String text) {
        return new Options(verb, purpose, words, text, options, examples, wordsNeeded);
    }

    public Options example(String line) {
        var more = new ArrayList<>(examples);
        more.add(line);
        return new Options(verb, purpose, words, about, options, more, wordsNeeded);
    }

    public Options flag(String names, String text) {
        return with(new Option(names(names), "", text, List.of()));
    }

    /**
     * An option with a value.
     *
     * @param value what the value is called, or the only words it can be: {@code ready|stopped}
     */
    public Options value(String names, String value, String text) {
        List<String> only = value.contains("|") ? List.of(value.split("\\|", -1)) : List.of();
        return with(new Option(names(names), value, text, only));
    }

    /** The option by which every verb of a project says which one. */
    public Options inProject() {
        return value(
                "-C", "DIR", "the project's folder, or one inside it (default: the current one)");
    }

    private static List<String> names(String names) {
        return List.of(names.split(", ", -1));
    }

    private Options with(Option option) {
        var more = new ArrayList<>(options);
        more.add(option);
        return new Options(verb, purpose, words, about, more, examples, wordsNeeded);
    }

    public String verb() {
        return verb;
    }

    public List<Option> all() {
        return options;
    }

    /** The whole text of {@code foster VERB --help}. */
    public String help() {
        var text = new StringBuilder("usage: foster " + verb);
        text.append(options.isEmpty() ? "" : " [OPTION...]");
        text.append(words.isEmpty() ? "" : " " + words).append("\n\n");
        text.append(about.strip()).append('\n');
        text.append(options.isEmpty() ? "" : "\n");
        for (Option option : options) {
            String usage = option.usage();
            String nextLine = "\n  " + " ".repeat(TEXT_COLUMN);
            String gap =
                    usage.length() < TEXT_COLUMN
                            ? " ".repeat(TEXT_COLUMN - usage.length())
                            : nextLine;
            String indented = option.text().replace("\n", nextLine);
            text.append("  ").append(usage).append(gap).append(indented).append('\n');
        }
        text.append(
                examples.isEmpty() ? "" : examples.size() == 1 ? "\nexample:\n" : "\nexamples:\n");
        examples.forEach(example -> text.append("  ").append(example).append('\n'));
        return text.toString();
    }

    /** Reads a command line. Options may stand before and behind the words, until {@code --}. */
    public Arguments parse(List<String> arguments) {
        var parsed = new Arguments(this);
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            String word = rest.next();
            if (word.equals("--")) {
                rest.forEachRemaining(parsed::addWord);
            } else if (word.startsWith("--")) {
                longOption(word, rest, parsed);
            } else if (word.startsWith("-") && word.length() > 1) {
                shortOptions(word, rest, parsed);
            } else {
                parsed.addWord(word);
            }
        }
        if (words.isEmpty() && !parsed.words().isEmpty()) {
            throw problem("\"" + parsed.words().getFirst() + "\" is one word too many");
        }
        if (wordsNeeded && parsed.words().isEmpty()) {
            throw problem(words.replaceAll("[ .].*", "") + " is missing");
        }
        return parsed;
    }

    private void longOption(String word, Iterator<String> rest, Arguments parsed) {
        int equals = word.indexOf('=');
        Option option = named(equals < 0 ? word : word.substring(0, equals));
        if (equals < 0) {
            parsed.put(option, option.isFlag() ? "" : next(option, rest));
        } else if (option.isFlag()) {
            throw problem(option.name() + " takes no value");
        } else {
            parsed.put(option, checked(option, word.substring(equals + 1)));
        }
    }

    /** As in {@code -f}, {@code -n 5}, {@code -n5} and {@code -fn5}. */
    private void shortOptions(String word, Iterator<String> rest, Arguments parsed) {
        for (int i = 1; i < word.length(); i++) {
            Option option = named("-" + word.charAt(i));
            if (option.isFlag()) {
                parsed.put(option, "");
                continue;
            }
            String attached = word.substring(i + 1);
            parsed.put(option, attached.isEmpty() ? next(option, rest) : checked(option, attached));
            return;
        }
    }

    private String next(Option option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw problem(option.name() + " needs a value");
        }
        return checked(option, rest.next());
    }

    private String checked(Option option, String value) {
        if (!option.words().isEmpty() && !option.words().contains(value)) {
            throw problem(
                    option.name()
                            + " cannot be \""
                            + value
                            + "\", only "
                            + String.join(", ", option.words()));
        }
        return value;
    }

    private Option named(String name) {
        for (Option option : options) {
            if (option.names().contains(name)) {
                return option;
            }
        }
        List<String> all = options.stream().flatMap(option -> option.names().stream()).toList();
        Optional<String> near = Nearest.of(name, all);
        throw new UsageProblem(
                "cannot "
                        + purpose
                        + ": there is no option "
                        + name
                        + "; "
                        + near.map(found -> "did you mean " + found + "? Else ").orElse("")
                        + "see foster "
                        + verb
                        + " --help");
    }

    /** A problem with this command line; the advice is to look at the help. */
    public UsageProblem problem(String why) {
        return new UsageProblem(
                "cannot " + purpose + ": " + why + "; see foster " + verb + " --help");
    }
}
