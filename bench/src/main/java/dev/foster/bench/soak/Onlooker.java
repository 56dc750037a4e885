package dev.foster.bench.soak;

import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.control.ProcessView;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A person who looks at the daemon every few seconds, and remembers what was wrong. */
final class Onlooker {
    /** How long an answer may take, with whatever is deleted meanwhile. */
    static final Duration LIMIT = Duration.ofSeconds(15);

    private static final Duration BETWEEN = Duration.ofSeconds(5);
    private static final Duration GLANCE = Duration.ofMillis(500);

    /** How often something has to be found, one look after the other, to be wrong. */
    private static final int AGAIN = 6;

    private final Daemon daemon;
    private final Set<String> untruths = new LinkedHashSet<>();
    private final List<String> silences = new ArrayList<>();
    private int looks;
    private Duration slowest = Duration.ZERO;
    private Figures most = Figures.NONE;

    Onlooker(Daemon daemon) {
        this.daemon = daemon;
    }

    /** Looks until the time is over, or the daemon is gone. */
    void watch(Duration time) throws TrialFailed {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0 && daemon.lives()) {
            look();
            for (long next = Math.min(System.nanoTime() + BETWEEN.toNanos(), end);
                    System.nanoTime() - next < 0 && daemon.lives(); ) {
                measure();
                Pause.of(GLANCE);
            }
        }
    }

    /** Looks once, and again at what seems wrong until it is right or stays so. */
    void look() throws TrialFailed {
        looks++;
        List<String> wrong = wrong();
        for (int again = 1; again < AGAIN && !wrong.isEmpty(); again++) {
            Pause.of(GLANCE);
            List<String> still = wrong();
            wrong = wrong.stream().filter(still::contains).toList();
        }
        for (String each : wrong) {
            if (untruths.add(each)) {
                System.err.println("soak: " + each);
            }
        }
    }

    private List<String> wrong() throws TrialFailed {
        long begun = System.nanoTime();
        List<ProcessView> told;
        try {
            told = daemon.ps(LIMIT);
        } catch (TrialFailed silence) {
            // An interrupt ends everything; anything else is what we came to see.
            Pause.of(Duration.ZERO);
            silences.add(silence.why());
            System.err.println("soak: " + silence.why());
            return List.of();
        }
        var took = Duration.ofNanos(System.nanoTime() - begun);
        slowest = took.compareTo(slowest) > 0 ? took : slowest;
        return Truth.wrong(
                told, daemon.all().stream().map(Truth.Seen::of).toList(), Project.single());
    }

    private void measure() {
        try {
            most = most.most(daemon.figures());
        } catch (UncheckedIOException gone) {
            // That it is gone is told by everything else.
        }
    }

    int looks() {
        return looks;
    }

    Set<String> untruths() {
        return untruths;
    }

    List<String> silences() {
        return silences;
    }

    Duration slowest() {
        return slowest;
    }

    Figures most() {
        return most;
    }
}
