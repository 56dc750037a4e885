package dev.foster.cli.completion;

import java.util.List;
import java.util.stream.Collectors;

/** Completion for fish. */
final class FishScript {
    private FishScript() {}

    static String of(List<Completable> verbs) {
        var lines =
                new StringBuilder(
                        """
                        # Completion of foster for fish. Save as ~/.config/fish/completions/foster.fish
                        complete -c foster -f
                        """);
        for (Completable verb : verbs) {
            lines.append("complete -c foster -n __fish_use_subcommand -a ")
                    .append(verb.name())
                    .append(" -d '")
                    .append(verb.summary().replace("'", "\\'"))
                    .append("'\n");
        }
        for (Completable verb : verbs) {
            String here = "complete -c foster -n '__fish_seen_subcommand_from " + verb.name() + "'";
            for (String option : verb.options()) {
                lines.append(here).append(option(verb, option)).append('\n');
            }
            if (!verb.words().isEmpty()) {
                lines.append(here)
                        .append(" -a '")
                        .append(String.join(" ", verb.words()))
                        .append("'\n");
            }
            if (verb.processes()) {
                lines.append(here).append(" -a '(foster completion names 2>/dev/null)'\n");
            }
        }
        return lines.toString();
    }

    private static String option(Completable verb, String option) {
        String name =
                option.startsWith("--") ? " -l " + option.substring(2) : " -s " + option.charAt(1);
        if (option.equals("-C")) {
            return name + " -x -a '(__fish_complete_directories)'";
        }
        List<String> words = verb.choices().getOrDefault(option, List.of());
        return words.isEmpty()
                ? name
                : name + words.stream().collect(Collectors.joining(" ", " -x -a '", "'"));
    }
}
