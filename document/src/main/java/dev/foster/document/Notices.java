package dev.foster.document;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what was understood and has no effect, each thing once. */
public final class Notices {
    private static final int KEPT = 1000;

    private final Set<Notice> found = new LinkedHashSet<>();

    /** None yet. */
    public Notices() {}

    public void add(Place place, String message) {
        if (found.size() < KEPT) {
            found.add(
                    new Notice(
                            place.file(),
                            Math.max(1, place.line()),
                            Math.max(1, place.column()),
                            message));
        }
    }

    /** In the order of the files. */
    public List<Notice> all() {
        List<Path> files = found.stream().map(Notice::file).distinct().toList();
        return found.stream()
                .sorted(
                        Comparator.<Notice>comparingInt(notice -> files.indexOf(notice.file()))
                                .thenComparingInt(Notice::line)
                                .thenComparingInt(Notice::column))
                .toList();
    }
}
