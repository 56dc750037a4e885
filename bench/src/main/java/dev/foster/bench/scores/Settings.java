package dev.foster.bench.scores;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalInt;

/**
 * How the benchmark was called.
 *
 * @param root the checkout
 * @param benchmark its name: what is behind {@code bench/run}
 * @param rounds how many turns each system takes, if it was said
 * @param quick true for smaller turns
 * @param check true when a missed bar is a failure
 * @param only the parts to run; all when empty
 */
public record Settings(
        Path root,
        String benchmark,
        OptionalInt rounds,
        boolean quick,
        boolean check,
        List<String> only) {

    /** Reads the options; the first argument is the checkout. */
    public static Settings of(String benchmark, List<String> arguments) {
        OptionalInt rounds = OptionalInt.empty();
        boolean quick = false;
        boolean check = false;
        List<String> only = List.of();
        var rest = arguments.subList(1, arguments.size()).iterator();
        while (rest.hasNext()) {
            String option = rest.next();
            switch (option) {
                case "--quick" -> quick = true;
                case "--check" -> check = true;
                case "--rounds" -> rounds = OptionalInt.of(count(benchmark, option, rest));
                case "--only" ->
                        only = Arrays.asList(value(benchmark, option, rest).split(",", -1));
                default ->
                        throw new IllegalArgumentException(
                                "cannot use " + option + ": it is unknown; " + usage(benchmark));
            }
        }
        return new Settings(Path.of(arguments.get(0)), benchmark, rounds, quick, check, only);
    }

    private static String usage(String benchmark) {
        return "usage: bench/run "
                + benchmark
                + " [--rounds N] [--quick] [--check] [--only NAME,…]";
    }

    public String usage() {
        return usage(benchmark);
    }

    private static int count(String benchmark, String option, Iterator<String> rest) {
        String value = value(benchmark, option, rest);
        if (!value.matches("[1-9][0-9]{0,3}")) {
            throw new IllegalArgumentException(
                    "cannot use "
                            + option
                            + " "
                            + value
                            + ": it is no number from 1 to 9999; "
                            + usage(benchmark));
        }
        return Integer.parseInt(value);
    }

    private static String value(String benchmark, String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(
                    "cannot use " + option + ": its value is missing; " + usage(benchmark));
        }
        return rest.next();
    }

    /** Refuses to run only something that there is not. */
    public void allow(List<String> names) {
        for (String name : only) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException(
                        "cannot run only "
                                + name
                                + ": it is unknown; use some of "
                                + String.join(", ", names));
            }
        }
    }

    /** True for what shall run. */
    public boolean wants(String name) {
        return only.isEmpty() || only.contains(name);
    }

    /**
     * True for what shall run, where there are several kinds of parts: names of one kind leave out
     * the rest of that kind; without any of it all are wanted.
     */
    public boolean wants(String name, List<String> kind) {
        return only.contains(name) || only.stream().noneMatch(kind::contains);
    }

    public Path program(String name) {
        return root.resolve("bench/target/c").resolve(name);
    }

    public String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The jar of the benchmark itself. */
    public String jar() {
        return System.getProperty("java.class.path").split(File.pathSeparator, 2)[0];
    }

    /** The JVM flags of {@code ./foster}, as {@code bench/run} found them there. */
    public List<String> fosterFlags() {
        return Arrays.asList(System.getProperty("foster.flags", "-XX:+UseSerialGC").split(" ", -1));
    }

    public Path results() {
        return root.resolve("bench/results").resolve(benchmark + ".md");
    }

    /** Writes the results beside those of the other benchmarks, with how to get them again. */
    public void keep(String text) throws IOException {
        Files.createDirectories(results().getParent());
        Files.writeString(
                results(), text + "## Run it\n\n```\n" + usage().substring(7) + "\n```\n");
    }

    /** A whole run is worth keeping; a part of one, or a quick one, is not. */
    public boolean kept() {
        return !quick && only.isEmpty();
    }
}
