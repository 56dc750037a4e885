package dev.foster.bench.scores;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What the exit code of a benchmark says. */
class CallTest {
    @Test
    void aMissedBarIsAFailureOnlyWhereItIsChecked() throws IOException {
        assertThat(call(_ -> true, "--check")).isEqualTo(1);
        assertThat(call(_ -> false, "--check")).isZero();
        assertThat(call(_ -> true)).isZero();
    }

    @Test
    void anUnknownOptionIsNotUnderstood() throws IOException {
        assertThat(call(_ -> false, "--fast")).isEqualTo(2);
    }

    @Test
    void neitherIsAPartThatThereIsNot() throws IOException {
        Call.Benchmark benchmark =
                settings -> {
                    settings.allow(List.of("log"));
                    return false;
                };

        assertThat(call(benchmark, "--only", "lag")).isEqualTo(2);
        assertThat(call(benchmark, "--only", "log")).isZero();
    }

    private static int call(Call.Benchmark benchmark, String... options) throws IOException {
        var arguments = new ArrayList<>(List.of("/tree"));
        arguments.addAll(List.of(options));
        return Call.exitCode("supervise", arguments, benchmark);
    }
}
