package dev.foster.daemon.watchdog;

import dev.foster.control.HealthView;
import dev.foster.thread.Turns;

import org.jspecify.annotations.Nullable;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * Watches over the threads without which the daemon is none. When one has ended, or does not come
 * to the end of a turn, it says so; when that does not mend itself, it begins the orderly end of
 * the daemon; and when an end does not come to its end, it halts the program: the guardian then
 * ends the children.
 *
 * <p>It is the last to rely on, so it relies on little: a thread that takes no lock, calls no
 * foreign code and needs no memory it does not have. What is to be said is said by a second thread,
 * which may hang. It counts looks that come in time, not seconds: while the machine sleeps, the
 * program is stopped or its memory is tidied up, everybody stands still, and the late look that
 * follows proves nothing.
 */
public final class Watchdog implements AutoCloseable {
    static final Duration PERIOD = Duration.ofSeconds(2);

    /** The exit code of a daemon that could not go on. */
    public static final int FAILED = 1;

    private static final long LATEST_NANOS = PERIOD.toNanos() * 3 / 2;
    private static final long LAST_WORDS_NANOS = Duration.ofMillis(500).toNanos();
    private static final Duration GOODBYE = Duration.ofSeconds(1);
    private static final long NEVER = Long.MAX_VALUE;
    private static final byte[] HALTED =
            ("foster: cannot end in order: it takes too long; ending at once, and with it all that"
                            + " it runs\n")
                    .getBytes(StandardCharsets.UTF_8);

    private final Watched[] all;
    private final Guardianship guardianship;
    private final long patience;
    private final Consumer<String> teller;
    private final Consumer<String> ender;
    private final IntConsumer halt;
    private final Thread watch;
    private final Thread voice;
    private long lastLook;
    private volatile long looks;
    private volatile long haltAt = NEVER;
    private volatile boolean halting;
    private volatile boolean ending;
    private volatile boolean closed;
    private volatile @Nullable Watched failed;
    private boolean endBegun;

    /**
     * Begins to watch.
     *
     * @param guarded whether the processes would be ended with the daemon; asked by the watchdog's
     *     thread, so it never waits
     * @param patience how long the orderly end may take after a failure
     * @param teller is told what is wrong, and when it is right again
     * @param ender begins the orderly end; is told why
     */
    public Watchdog(
            List<Vital> vitals,
            BooleanSupplier guarded,
            Duration patience,
            Consumer<String> teller,
            Consumer<String> ender) {
        this(
                vitals,
                guarded,
                patience,
                teller,
                ender,
                Runtime.getRuntime()::halt,
                System.nanoTime());
        watch.start();
        voice.start();
    }

    /** One whose looks and words are commanded, as is the time. */
    Watchdog(
            List<Vital> vitals,
            BooleanSupplier guarded,
            Duration patience,
            Consumer<String> teller,
            Consumer<String> ender,
            IntConsumer halt,
            long now) {
        this.all =
                vitals.stream()
                        .map(vital -> new Watched(vital, PERIOD.toSeconds()))
                        .toArray(Watched[]::new);
        this.guardianship = new Guardianship(guarded);
        this.patience = looks(patience);
        this.teller = teller;
        this.ender = ender;
        this.halt = halt;
        this.lastLook = now;
        this.watch = Thread.ofPlatform().daemon().name("foster-watchdog").unstarted(this::watch);
        this.voice = Thread.ofPlatform().daemon().name("foster-alarm").unstarted(this::speak);
    }

    private static long looks(Duration time) {
        return Math.max(1, time.dividedBy(PERIOD));
    }

    /** How the threads are. */
    public HealthView health() {
        return new HealthView(
                Stream.concat(Stream.of(all).map(Watched::view), Stream.of(guardianship.view()))
                        .toList());
    }

    /** The daemon is on its way down: no thread is missed any more, but the end is. */
    public void ending(Duration within) {
        ending = true;
        haltAt = Math.min(haltAt, looks + looks(within));
    }

    /** What was bounded is through; how long the rest takes is for others to say. */
    public void ended() {
        if (failed == null) {
            haltAt = NEVER;
        }
    }

    // ---- looking ----

    private void watch() {
        while (!closed) {
            LockSupport.parkNanos(this, PERIOD.toNanos());
            look(System.nanoTime());
        }
    }

    /** Takes a look at all of them. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // it has one writer
    void look(long now) {
        long since = now - lastLook;
        lastLook = now;
        // Woken early it has nothing to say, woken late it does not know why.
        boolean counts = since >= PERIOD.toNanos() && since <= LATEST_NANOS;
        if (closed) {
            return;
        }
        // Once the end has begun each counts as one, however late: with hardly any memory all are.
        if (counts || (haltAt != NEVER && since >= PERIOD.toNanos())) {
            looks++;
        }
        if (!ending) {
            for (Watched one : all) {
                if (one.look(since, counts) && failed == null) {
                    failed = one;
                    haltAt = looks + patience;
                }
            }
            guardianship.look();
            LockSupport.unpark(voice);
        }
        if (looks >= haltAt) {
            halting = true;
            LockSupport.unpark(voice);
            LockSupport.parkNanos(this, LAST_WORDS_NANOS);
            halt.accept(FAILED);
        }
    }

    // ---- saying so ----

    private void speak() {
        while (!closed) {
            LockSupport.park(this);
            Turns.take("say how foster is", this::say);
        }
    }

    /** Says what is new. */
    void say() {
        if (halting) {
            write(HALTED);
        }
        for (Watched one : all) {
            tell(one.news());
        }
        tell(guardianship.news());
        Watched cause = failed;
        if (cause != null && !endBegun) {
            endBegun = true;
            ender.accept(cause.problem());
        }
    }

    private void tell(String news) {
        if (!news.isEmpty()) {
            teller.accept(news);
        }
    }

    private static void write(byte[] text) {
        // Not System.err, which somebody may have replaced or be holding the lock of.
        var errors = new FileOutputStream(FileDescriptor.err);
        try {
            errors.write(text);
        } catch (IOException unheard) {
            throw new UncheckedIOException(unheard);
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(watch);
        LockSupport.unpark(voice);
        try {
            watch.join(GOODBYE);
            voice.join(GOODBYE);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
