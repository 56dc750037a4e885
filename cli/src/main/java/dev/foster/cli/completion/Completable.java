package dev.foster.cli.completion;

import dev.foster.cli.Verb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What of a verb can be completed. Read from its help, which every verb has and a test keeps true.
 *
 * @param words what can follow its name; empty when it may be anything
 * @param options every way to write an option
 * @param choices the words that can follow an option, of those that take only some
 * @param processes whether its words are names of processes
 */
record Completable(
        String name,
        String summary,
        List<String> words,
        List<String> options,
        Map<String, List<String>> choices,
        boolean processes) {
    private static final Pattern OPTION_LINE =
            Pattern.compile("(?m)^ {2}(-[-\\w]+(?:, -[-\\w]+)*)(?: (\\S+))?");

    static Completable of(Verb verb) {
        var options = new ArrayList<String>();
        var choices = new LinkedHashMap<String, List<String>>();
        Matcher lines = OPTION_LINE.matcher(verb.help());
        while (lines.find()) {
            String value = lines.group(2) == null ? "" : lines.group(2);
            for (String option : lines.group(1).split(", ", -1)) {
                options.add(option);
                if (value.matches("[a-z-]+(\\|[a-z-]+)+")) {
                    choices.put(option, List.of(value.split("\\|", -1)));
                }
            }
        }
        return new Completable(
                verb.name(),
                verb.summary(),
                verb.words(),
                options.stream().distinct().toList(),
                choices,
                verb.takesProcesses());
    }
}
