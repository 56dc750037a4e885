package dev.foster.bench.mcp;

import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Workshop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Clients that behave badly for a long time, and what is left of it: they change their tokens, hang
 * up in the middle, and their servers are killed.
 *
 * <p>A first part does not count: it is what brings a JVM to the threads it keeps.
 */
final class Soak {
    static final int CLIENTS = 20;

    private static final Duration LONGEST_FIRST = Duration.ofSeconds(60);
    private static final int FIRST_SHARE = 5;

    /** Longer than sessions of clients that hung up are kept. */
    private static final Duration QUIET = Duration.ofSeconds(90);

    private static final Duration SETTLING = Duration.ofSeconds(3);
    private static final Duration LOOKING = Duration.ofMillis(500);
    private static final List<String> TOKENS =
            List.of("one-token-of-the-benchmark-0123456789", "another-of-the-benchmark-0123456789");

    private final Workshop workshop;
    private final Lineup lineup;
    private final Duration time;

    Soak(Workshop workshop, Lineup lineup, Duration time) {
        this.workshop = workshop;
        this.lineup = lineup;
        this.time = time;
    }

    /** Holds it and reports; true when something was left over, or a client was not answered. */
    boolean hold() throws IOException {
        Path place = workshop.place();
        Path tokens = Files.write(place.resolve("tokens"), TOKENS);
        Through way =
                lineup.soaked(
                        List.of(
                                "--token-file",
                                tokens.toString(),
                                "--token-variable",
                                "BENCH_TOKEN",
                                "--idle",
                                "10s",
                                "--sessions",
                                "300"));
        try (Serving serving = way.open(workshop)) {
            Duration first = time.dividedBy(FIRST_SHARE);
            Duration bounded = first.compareTo(LONGEST_FIRST) < 0 ? first : LONGEST_FIRST;
            drive(serving, bounded);
            quiet(serving);
            Remains before = Remains.of(serving);
            Tally tally = drive(serving, time);
            quiet(serving);
            Remains after = settled(serving, before);
            String text = text(tally, before, after);
            System.out.println(text);
            return after.exceeds(before) || tally.unanswered() > 0;
        } catch (TrialFailed failure) {
            System.err.println("cannot hold the soak: " + failure.why());
            return true;
        } catch (UncheckedIOException gone) {
            System.err.println("cannot hold the soak: the broker ended: " + gone.getMessage());
            return true;
        }
    }

    private static Tally drive(Serving serving, Duration time) throws TrialFailed {
        var tally = new Tally();
        long end = System.nanoTime() + time.toNanos();
        var threads =
                IntStream.range(0, CLIENTS)
                        .mapToObj(seed -> new RoughClient(serving, TOKENS, tally, seed, end))
                        .map(Thread::new)
                        .toList();
        threads.forEach(Thread::start);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
            throw new TrialFailed("it was interrupted");
        }
        return tally;
    }

    /** Waits until the sessions are gone of clients that hung up. */
    private static void quiet(Serving serving) throws TrialFailed {
        within(QUIET, () -> serving.servers().isEmpty());
        Pause.of(SETTLING);
    }

    /** Looks rarely: each look reads something of all processes. */
    private static void within(Duration limit, BooleanSupplier condition) throws TrialFailed {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            Pause.of(LOOKING);
        }
    }

    /** What remains in the end; threads and sockets may take a while. */
    private static Remains settled(Serving serving, Remains before) throws TrialFailed {
        var last = new AtomicReference<>(Remains.of(serving));
        within(
                QUIET,
                () -> {
                    last.set(Remains.of(serving));
                    return !last.get().exceeds(before);
                });
        return last.get();
    }

    private String text(Tally tally, Remains before, Remains after) {
        return """
        # Rough clients for %d s

        Written by `bench/run mcp --soak`. %d clients at once; what they did: %s.

        | when nobody is there | descriptors | threads | processes | RSS, MB |
        |---|---|---|---|---|
        | before | %s |
        | after | %s |

        %s
        """
                .formatted(
                        time.toSeconds(),
                        CLIENTS,
                        tally,
                        before.row(),
                        after.row(),
                        after.exceeds(before)
                                ? "MISSED: something is left over."
                                : tally.unanswered() > 0
                                        ? "MISSED: a request was not answered."
                                        : "pass: nothing is left over, and every request was"
                                                + " answered.");
    }
}
