package dev.foster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

class ProcTableTest {
    private static final Duration SOON = Duration.ofSeconds(15);

    @Test
    void knowsThisProcessAndItsParent() {
        ProcessHandle self = ProcessHandle.current();

        ProcTable.Entry entry = ProcTable.find(self.pid()).orElseThrow();

        assertThat(entry.parent()).isEqualTo(self.parent().orElseThrow().pid());
        assertThat(ProcTable.running(entry)).isTrue();
    }

    @Test
    void findsProcessesByAVariableTheyInherited() throws Exception {
        String value = UUID.randomUUID().toString();
        var builder = new ProcessBuilder(Shell.withEscapedGrandchild());
        builder.environment().put("FOSTER_TEST_MARK", value);
        Process child = builder.start();
        assertThat(child.inputReader().readLine()).isEqualTo(Shell.READY);

        try {
            Eventually.until(SOON, "both are found", () -> marked(value).size() == 2);
            assertThat(marked(value.substring(1))).isEmpty();
        } finally {
            marked(value)
                    .forEach(
                            entry ->
                                    ProcessHandle.of(entry.pid())
                                            .ifPresent(ProcessHandle::destroyForcibly));
        }
        Eventually.until(SOON, "both are gone", () -> marked(value).isEmpty());
    }

    private static List<ProcTable.Entry> marked(String value) {
        return ProcTable.withVariable("FOSTER_TEST_MARK", value);
    }

    @Test
    void waitingInVainSaysForWhat() {
        assertThatThrownBy(() -> Eventually.until(Duration.ofMillis(5), "pigs fly", () -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessage("not within 5 ms: pigs fly");
    }
}
