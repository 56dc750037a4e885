package dev.foster.bench.mcp;

import dev.foster.bench.kernel.ProcessFigures;

import java.util.Locale;

/** What a gateway holds while nobody is there. */
record Remains(long descriptors, int threads, int children, double megabytes) {
    static Remains of(Serving serving) {
        ProcessFigures own = serving.own();
        return new Remains(
                own.descriptors(),
                (int) own.threads(),
                serving.others().size(),
                own.residentMegabytes());
    }

    /** Memory does not count: a heap grows until it is collected. */
    boolean exceeds(Remains before) {
        return descriptors > before.descriptors
                || threads > before.threads
                || children > before.children;
    }

    String row() {
        return String.format(
                Locale.ROOT, "%d | %d | %d | %.1f", descriptors, threads, children, megabytes);
    }
}
