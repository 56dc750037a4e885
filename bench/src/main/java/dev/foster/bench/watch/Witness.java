package dev.foster.bench.watch;

import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.TrialFailed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;

/** Looks at one process each millisecond until it has no memory any more. */
final class Witness {
    private static final Duration STEP = Duration.ofMillis(1);
    private static final String RESIDENT = "VmRSS:";

    private final Path status;

    Witness(long pid) {
        status = Path.of("/proc", Long.toString(pid), "status");
    }

    /**
     * How a process ended.
     *
     * @param nanos when it was seen to be gone, on the clock of {@link System#nanoTime}
     * @param kilobytes the most it was seen to hold; 0 when it was gone from the start
     */
    record End(long nanos, long kilobytes) {}

    End await(Duration limit) throws TrialFailed {
        long last = System.nanoTime() + limit.toNanos();
        long most = 0;
        for (OptionalLong held = held(); held.isPresent(); held = held()) {
            most = Math.max(most, held.getAsLong());
            if (System.nanoTime() - last > 0) {
                throw new TrialFailed(
                        "a child with too much memory is still there after "
                                + limit.toSeconds()
                                + " s");
            }
            Pause.of(STEP);
        }
        return new End(System.nanoTime(), most);
    }

    private OptionalLong held() {
        try {
            return held(Files.readString(status));
        } catch (IOException gone) {
            return OptionalLong.empty();
        }
    }

    /**
     * What a process holds resident, in kilobytes; nothing when it has ended, even if nobody has
     * waited for it yet.
     */
    static OptionalLong held(String status) {
        return status.lines()
                .filter(line -> line.startsWith(RESIDENT))
                .map(line -> line.replaceAll("\\D", ""))
                .mapToLong(Long::parseLong)
                .findFirst();
    }
}
