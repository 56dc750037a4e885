package dev.foster.sdk.bus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class RunnerTrainingTest {
    private static final String CLASS_PATH = System.getProperty("java.class.path");

    @Test
    void itEndsByItselfWithoutABus() throws Exception {
        try (var rehearsal = PluginProcess.start(Map.of(), CLASS_PATH, List.of("--rehearse"))) {
            assertThat(rehearsal.exitCode()).as("%s", rehearsal.errors()).isZero();
            assertThat(rehearsal.output()).isEmpty();
            assertThat(rehearsal.errors()).isEmpty();
        }
    }

    @Test
    void aPluginThatIsNamedIsConstructedButNotInitialized() throws Exception {
        try (var rehearsal =
                PluginProcess.start(
                        Map.of(),
                        CLASS_PATH,
                        List.of("--rehearse", Samples.Witness.class.getName()))) {
            assertThat(rehearsal.exitCode()).as("%s", rehearsal.errors()).isZero();
            assertThat(rehearsal.output()).containsExactly("constructed");
        }
    }
}
