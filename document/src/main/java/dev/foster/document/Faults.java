package dev.foster.document;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Collects what is wrong, so that people can mend all of it at once. */
public final class Faults {
    // Far more than are told; a file of a million mistakes must not fill the memory.
    private static final int KEPT = 1000;

    private final Set<Fault> found = new LinkedHashSet<>();
    private final List<Path> files = new ArrayList<>();
    private final Map<Path, String> texts = new HashMap<>();
    private int dropped;

    /** None yet. */
    public Faults() {}

    /** Makes known what stands in a file, for excerpts of it. */
    public void text(Path file, String text) {
        texts.put(file, text);
    }

    public void add(Place place, String message) {
        add(place, () -> message);
    }

    /** For a message that takes effort: nobody reads the thousandth. */
    public void add(Place place, Supplier<String> message) {
        if (found.size() < KEPT) {
            add(place.fault(message.get()));
        } else {
            know(place.file());
            dropped++;
        }
    }

    /** What was found elsewhere. */
    public void add(Fault fault) {
        know(fault.file());
        if (found.size() < KEPT) {
            found.add(fault);
        } else {
            dropped++;
        }
    }

    private void know(Path file) {
        if (!files.contains(file)) {
            files.add(file);
        }
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** How many are known by now. */
    public int size() {
        return found.size() + dropped;
    }

    /** Throws if there is anything to tell. */
    public void raise() {
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
        List<Fault> told = sorted.stream().limit(DocumentProblem.TOLD).map(this::shown).toList();
        throw new DocumentProblem(told, sorted.size() - told.size() + dropped);
    }

    private Fault shown(Fault fault) {
        Optional<String> excerpt =
                Optional.ofNullable(texts.get(fault.file()))
                        .flatMap(text -> Excerpt.of(text, fault.line(), fault.column()));
        return new Fault(
                fault.file(),
                fault.line(),
                fault.column(),
                fault.message(),
                fault.excerpt().or(() -> excerpt));
    }

    /** For a fault after which nothing else can be found. */
    public DocumentProblem last(Place place, String message) {
        add(place, message);
        try {
            raise();
        } catch (DocumentProblem problem) {
            return problem;
        }
        throw new AssertionError("a fault was just added");
    }
}
