package dev.foster.daemon.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Collects what is wrong, so that people can mend all of it at once. */
final class Faults {
    // Far more than are told; a file of a million mistakes must not fill the memory.
    private static final int KEPT = 1000;

    private final Set<Fault> found = new LinkedHashSet<>();
    private final List<Path> files = new ArrayList<>();
    private int dropped;

    void add(Place place, String message) {
        add(place, () -> message);
    }

    /** For a message that takes effort: nobody reads the thousandth. */
    void add(Place place, Supplier<String> message) {
        if (!files.contains(place.file())) {
            files.add(place.file());
        }
        if (found.size() < KEPT) {
            found.add(place.fault(message.get()));
        } else {
            dropped++;
        }
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /** How many are known by now. */
    int size() {
        return found.size() + dropped;
    }

    /** Throws if there is anything to tell. */
    void raise() {
        if (isEmpty()) {
            return;
        }
        List<Fault> sorted =
                found.stream()
                        .sorted(
                                Comparator.<Fault>comparingInt(fault -> files.indexOf(fault.file()))
                                        .thenComparingInt(Fault::line)
                                        .thenComparingInt(Fault::column))
                        .toList();
        int told = Math.min(sorted.size(), ConfigurationProblem.TOLD);
        throw new ConfigurationProblem(sorted.subList(0, told), sorted.size() - told + dropped);
    }

    /** For a fault after which nothing else can be found. */
    ConfigurationProblem last(Place place, String message) {
        add(place, message);
        try {
            raise();
        } catch (ConfigurationProblem problem) {
            return problem;
        }
        throw new AssertionError("a fault was just added");
    }
}
