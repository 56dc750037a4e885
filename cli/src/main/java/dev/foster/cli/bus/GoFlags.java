package dev.foster.cli.bus;

import dev.foster.cli.Option;
import dev.foster.cli.Options;
import dev.foster.cli.UsageProblem;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * The command line of {@code nats-server} as ours: Go takes one dash or two for every flag, and an
 * equals sign behind a short one. Whoever starts that server need not change a word to start this.
 */
final class GoFlags {
    private static final Set<String> JETSTREAM = Set.of("js", "jetstream", "sd", "store_dir");
    private static final Set<String> CLUSTER =
            Set.of("routes", "cluster", "cluster_name", "cluster_listen", "cluster_advertise");

    private GoFlags() {}

    static List<String> translated(List<String> words, Options options) {
        List<String> translated = new ArrayList<>();
        Iterator<String> rest = words.iterator();
        while (rest.hasNext()) {
            String word = rest.next();
            if (word.length() < 2 || !word.startsWith("-") || word.equals("--")) {
                translated.add(word);
            } else {
                flag(word, options, rest, translated);
            }
        }
        return translated;
    }

    private static void flag(
            String word, Options options, Iterator<String> rest, List<String> translated) {
        String bare = word.replaceFirst("^--?", "");
        int equals = bare.indexOf('=');
        String name = equals < 0 ? bare : bare.substring(0, equals);
        refuse(word, name);
        String written = name.length() == 1 ? "-" + name : "--" + name;
        Option option =
                options.all().stream()
                        .filter(each -> each.names().contains(written))
                        .findFirst()
                        .orElse(null);
        if (option == null) {
            // Several short ones in a word, or nothing we know: the parser tells.
            translated.add(word);
            return;
        }
        translated.add(written);
        if (equals >= 0) {
            translated.add(bare.substring(equals + 1));
        } else if (!option.value().isEmpty() && rest.hasNext()) {
            // A value may begin with a dash, such as port -1.
            translated.add(rest.next());
        }
    }

    private static void refuse(String word, String name) {
        if (JETSTREAM.contains(name)) {
            throw new UsageProblem(
                    "cannot serve "
                            + word
                            + ": this broker has no JetStream; run nats-server for that");
        }
        if (CLUSTER.contains(name)) {
            throw new UsageProblem(
                    "cannot serve "
                            + word
                            + ": this broker stands alone; run nats-server for a cluster");
        }
    }
}
