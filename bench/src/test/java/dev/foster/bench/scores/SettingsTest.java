package dev.foster.bench.scores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** How the options are read. */
class SettingsTest {
    @Test
    void onlyAWholeRunIsKept() {
        assertThat(settings().kept()).isTrue();
        assertThat(settings("--quick").kept()).isFalse();
        assertThat(settings("--only", "s6").kept()).isFalse();
    }

    @Test
    void resultsAreNamedAfterTheBenchmark() {
        assertThat(settings().results()).hasToString("/tree/bench/results/supervise.md");
    }

    @Test
    void roundsThatAreNoNumberAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings("--rounds", "few"))
                .withMessageContaining("cannot use --rounds few")
                .withMessageContaining("usage: bench/run supervise");
    }

    @Test
    void aMissingValueIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings("--only"))
                .withMessageContaining("its value is missing");
    }

    private static Settings settings(String... options) {
        var arguments = new ArrayList<>(List.of("/tree"));
        arguments.addAll(List.of(options));
        return Settings.of("supervise", arguments);
    }
}
