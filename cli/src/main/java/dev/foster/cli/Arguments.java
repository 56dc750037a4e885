package dev.foster.cli;

import dev.foster.document.Durations;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A command line, understood. */
public final class Arguments {
    private final Options options;
    private final Map<String, List<String>> values = new HashMap<>();
    private final List<String> words = new ArrayList<>();

    Arguments(Options options) {
        this.options = options;
    }

    void put(Option option, String value) {
        values.computeIfAbsent(option.name(), _ -> new ArrayList<>()).add(value);
    }

    void addWord(String word) {
        words.add(word);
    }

    public boolean has(String option) {
        return values.containsKey(option);
    }

    /** The last value that was given. */
    public Optional<String> value(String option) {
        return Optional.ofNullable(values.get(option)).map(List::getLast);
    }

    /** Every value that was given, in order. */
    public List<String> values(String option) {
        return List.copyOf(values.getOrDefault(option, List.of()));
    }

    public Optional<Duration> duration(String option) {
        return value(option).map(text -> duration(option, text));
    }

    /** What a duration option says, here or where no table of options is. */
    public static Duration duration(String option, String text) {
        return Durations.parse(text)
                .orElseThrow(
                        () ->
                                new UsageProblem(
                                        "cannot read "
                                                + option
                                                + " \""
                                                + text
                                                + "\": it is no duration of at most ten years;"
                                                + " write it like 500ms, 5s, 2m or 1h"));
    }

    /** A count, not negative. */
    public OptionalInt count(String option) {
        Optional<String> text = value(option);
        if (text.isEmpty()) {
            return OptionalInt.empty();
        }
        if (!text.get().matches("\\d{1,9}")) {
            throw options.problem(option + " \"" + text.get() + "\" is not a number");
        }
        return OptionalInt.of(Integer.parseInt(text.get()));
    }

    /** What is no option. */
    public List<String> words() {
        return List.copyOf(words);
    }

    /** The only word. */
    public String word() {
        if (words.size() > 1) {
            throw options.problem("\"" + words.get(1) + "\" is one word too many");
        }
        return words.getFirst();
    }
}
