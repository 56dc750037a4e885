package dev.foster.testkit;

/** Python programs that take too much of one thing; each stops growing by itself. */
public final class Greedy {
    /** Fills 10 MB after another, a gigabyte at most. */
    public static final String HOARDS =
            """
            import time
            kept = []
            while len(kept) < 100:
                kept.append(bytearray(b'x') * 10_000_000)
                time.sleep(0.02)
            time.sleep(600)
            """;

    /** Never rests, for a minute at most. */
    public static final String SPINS =
            """
            import time
            end = time.monotonic() + 60
            while time.monotonic() < end:
                pass
            time.sleep(600)
            """;

    /** Starts one after another, 200 at most. */
    public static final String FORKS =
            """
            import subprocess, time
            for i in range(200):
                try:
                    subprocess.Popen(['sleep', '600'])
                except OSError:
                    pass
                time.sleep(0.01)
            time.sleep(600)
            """;

    /** Opens one after another, as many as it gets and 1,000 at most. */
    public static final String OPENS =
            """
            import time
            kept = []
            for i in range(1000):
                try:
                    kept.append(open('/dev/null'))
                except OSError:
                    break
            time.sleep(600)
            """;

    private Greedy() {}
}
