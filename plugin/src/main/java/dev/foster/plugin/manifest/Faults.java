package dev.foster.plugin.manifest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong, so that people can mend all of it at once. */
final class Faults {
    private static final int TOLD = 20;

    private final List<ManifestFault> found = new ArrayList<>();
    private int untold;

    void add(Place place, String message) {
        if (found.size() == TOLD) {
            untold++;
            return;
        }
        var fault = new ManifestFault(place.file(), place.line(), place.column(), message);
        if (!found.contains(fault)) {
            found.add(fault);
        }
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /** Throws if there is anything to tell. */
    void raise() {
        if (!found.isEmpty()) {
            throw problem();
        }
    }

    /** For a fault after which nothing else can be found. */
    ManifestProblem last(Place place, String message) {
        add(place, message);
        return problem();
    }

    private ManifestProblem problem() {
        found.sort(
                Comparator.comparingInt(ManifestFault::line)
                        .thenComparingInt(ManifestFault::column));
        return new ManifestProblem(found, untold);
    }
}
