package dev.foster.process;

import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * More than a child may use.
 *
 * @param found how much was found; absent when it was the kernel that found it
 * @param most how much it may use: bytes, percent of a core, or a number
 * @param lasted for how long it was too much
 */
public record Excess(Resource resource, OptionalDouble found, double most, Lasted lasted) {

    /** What a child can use too much of. */
    public enum Resource {
        MEMORY,
        CPU,
        THREADS,
        PROCESSES,
        /** Open in one of its processes. */
        FILES;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** For how long something was too much. */
    public sealed interface Lasted {
        /** At so many looks in a row. */
        record Checks(int count) implements Lasted {}

        /** On the average of so long a time. */
        record Time(Duration length) implements Lasted {}
    }

    /** What the kernel ends a child for, at the first byte too many. */
    public static Excess byKernel(Resource resource, double most) {
        return new Excess(resource, OptionalDouble.empty(), most, new Lasted.Checks(1));
    }

    /** Such as {@code memory 301 MB over 256 MB for 2 checks}. */
    public String describe() {
        String much = found.isEmpty() ? "" : amount(found.getAsDouble()) + " ";
        String over = resource == Resource.FILES ? "open in one process, which may have " : "over ";
        return resource.word() + " " + much + over + amount(most) + time();
    }

    private String amount(double value) {
        return switch (resource) {
            case MEMORY -> Quantities.bytes((long) value);
            case CPU -> Quantities.percent(value);
            case THREADS, PROCESSES, FILES -> Long.toString((long) value);
        };
    }

    private String time() {
        return switch (lasted) {
            case Lasted.Checks(int count) -> count == 1 ? "" : " for " + count + " checks";
            case Lasted.Time(Duration length) -> " for " + Quantities.of(length);
        };
    }
}
