package dev.foster.bench.soak;

import dev.foster.bench.kernel.ProcessFigures;

import java.util.Locale;

/** What the daemon takes. */
record Figures(double megabytes, double threads, double descriptors) {
    static final Figures NONE = new Figures(0, 0, 0);

    static Figures of(ProcessFigures process) {
        return new Figures(
                process.residentMegabytes(), process.threads(), (double) process.descriptors());
    }

    /** The larger of each. */
    Figures most(Figures other) {
        return new Figures(
                Math.max(megabytes, other.megabytes),
                Math.max(threads, other.threads),
                Math.max(descriptors, other.descriptors));
    }

    String row() {
        return String.format(Locale.ROOT, "%.1f | %.0f | %.0f", megabytes, threads, descriptors);
    }
}
