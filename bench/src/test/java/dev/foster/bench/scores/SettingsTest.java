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

    @Test
    void withoutAChoiceEverythingIsWanted() {
        assertThat(settings().wants("log")).isTrue();
        assertThat(settings("--only", "restart").wants("log")).isFalse();
        assertThat(settings("--only", "restart,log").wants("log")).isTrue();
    }

    @Test
    void aChoiceOfOneKindLeavesTheOtherKindWhole() {
        List<String> trials = List.of("restart", "log");
        List<String> peers = List.of("foster", "s6");
        Settings settings = settings("--only", "log");

        assertThat(trials).filteredOn(it -> settings.wants(it, trials)).containsExactly("log");
        assertThat(peers).allMatch(it -> settings.wants(it, peers));
    }

    @Test
    void whatThereIsNotCannotBeChosen() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings("--only", "log,lag").allow(List.of("restart", "log")))
                .withMessage("cannot run only lag: it is unknown; use some of restart, log");
    }

    private static Settings settings(String... options) {
        var arguments = new ArrayList<>(List.of("/tree"));
        arguments.addAll(List.of(options));
        return Settings.of("supervise", arguments);
    }
}
