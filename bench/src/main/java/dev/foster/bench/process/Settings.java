package dev.foster.bench.process;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * How the benchmark was called.
 *
 * @param root the checkout
 * @param rounds how many turns each system takes in each contest
 * @param quick true for smaller turns
 * @param check true when a missed bar is a failure
 * @param only the contests to run; all when empty
 */
record Settings(Path root, int rounds, boolean quick, boolean check, List<String> only) {
    static final String USAGE =
            "usage: bench/run process [--rounds N] [--quick] [--check] [--only NAME,…]";

    /** Reads the options; the first argument is the checkout. */
    static Settings of(List<String> arguments) {
        Optional<Integer> rounds = Optional.empty();
        boolean quick = false;
        boolean check = false;
        List<String> only = List.of();
        var rest = arguments.subList(1, arguments.size()).iterator();
        while (rest.hasNext()) {
            String option = rest.next();
            switch (option) {
                case "--quick" -> quick = true;
                case "--check" -> check = true;
                case "--rounds" -> rounds = Optional.of(Integer.parseInt(value(option, rest)));
                case "--only" -> only = Arrays.asList(value(option, rest).split(",", -1));
                default ->
                        throw new IllegalArgumentException(
                                "cannot use " + option + ": it is unknown; " + USAGE);
            }
        }
        return new Settings(
                Path.of(arguments.get(0)), rounds.orElse(quick ? 3 : 7), quick, check, only);
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(
                    "cannot use " + option + ": its value is missing; " + USAGE);
        }
        return rest.next();
    }

    Path program(String name) {
        return root.resolve("bench/target/c").resolve(name);
    }

    String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The jar of the benchmark itself. */
    String jar() {
        return System.getProperty("java.class.path").split(File.pathSeparator, 2)[0];
    }

    /** The JVM flags of {@code ./foster}, as {@code bench/run} found them there. */
    List<String> fosterFlags() {
        return Arrays.asList(System.getProperty("foster.flags", "-XX:+UseSerialGC").split(" ", -1));
    }

    Path results() {
        return root.resolve("bench/results/process.md");
    }

    /** A whole run is worth keeping; a part of one, or a quick one, is not. */
    boolean kept() {
        return !quick && only.isEmpty();
    }
}
