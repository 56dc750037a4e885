package dev.foster.cli.run;

import dev.foster.cli.Arguments;
import dev.foster.cli.UsageProblem;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** What was asked of {@code foster run}. */
record RunOptions(
        RestartPolicy restart,
        Duration grace,
        Optional<Duration> timeout,
        boolean json,
        List<String> command) {

    /** Options end at {@code --}, or at the first word that is none: that is the command. */
    static RunOptions parse(List<String> arguments) {
        RestartPolicy restart = RestartOption.none();
        Duration grace = Duration.ofSeconds(5);
        Optional<Duration> timeout = Optional.empty();
        boolean json = false;
        var command = new ArrayList<String>();
        Iterator<String> words = arguments.iterator();
        while (words.hasNext() && command.isEmpty()) {
            String word = words.next();
            int equals = word.startsWith("--") ? word.indexOf('=') : -1;
            String name = equals < 0 ? word : word.substring(0, equals);
            switch (name) {
                case "--restart" -> restart = RestartOption.parse(value(word, equals, words));
                case "--grace" -> grace = Arguments.duration(name, value(word, equals, words));
                case "--timeout" ->
                        timeout = Optional.of(Arguments.duration(name, value(word, equals, words)));
                case "--json", "--" -> {
                    if (equals >= 0) {
                        throw new UsageProblem(
                                "cannot run: " + name + " takes no value; see foster run --help");
                    }
                    if (name.equals("--")) {
                        words.forEachRemaining(command::add);
                    } else {
                        json = true;
                    }
                }
                default -> {
                    if (word.startsWith("-")) {
                        throw new UsageProblem(
                                "cannot run: there is no option "
                                        + name
                                        + "; see foster run --help");
                    }
                    command.add(word);
                    words.forEachRemaining(command::add);
                }
            }
        }
        if (command.isEmpty()) {
            throw new UsageProblem(
                    "cannot run: no command was given; write it after --, as in foster run -- ls"
                            + " -l");
        }
        return new RunOptions(restart, grace, timeout, json, List.copyOf(command));
    }

    private static String value(String word, int equals, Iterator<String> words) {
        if (equals >= 0) {
            return word.substring(equals + 1);
        }
        if (!words.hasNext()) {
            throw new UsageProblem("cannot run: " + word + " needs a value; see foster run --help");
        }
        return words.next();
    }
}
