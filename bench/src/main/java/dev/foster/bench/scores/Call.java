package dev.foster.bench.scores;

import java.io.IOException;
import java.util.List;

/** One call of a benchmark: from its arguments to its exit code. */
public final class Call {
    private static final int MISSED = 1;
    private static final int NOT_UNDERSTOOD = 2;

    private Call() {}

    /** What is called. */
    public interface Benchmark {
        /** Runs everything and reports it; true when Foster did not reach what it has to. */
        boolean run(Settings settings) throws IOException;
    }

    /** Reads the options and runs; what is wrong with them is said on standard error. */
    public static int exitCode(String name, List<String> arguments, Benchmark benchmark)
            throws IOException {
        try {
            Settings settings = Settings.of(name, arguments);
            boolean missed = benchmark.run(settings);
            return settings.check() && missed ? MISSED : 0;
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            return NOT_UNDERSTOOD;
        }
    }
}
