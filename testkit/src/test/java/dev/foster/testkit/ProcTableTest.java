package dev.foster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.UUID;

class ProcTableTest {

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

        var found = ProcTable.withVariable("FOSTER_TEST_MARK", value);
        found.forEach(
                entry -> ProcessHandle.of(entry.pid()).ifPresent(ProcessHandle::destroyForcibly));

        assertThat(found).hasSize(2);
        assertThat(ProcTable.withVariable("FOSTER_TEST_MARK", value.substring(1))).isEmpty();
        Eventually.until(
                Duration.ofSeconds(5),
                "both are gone",
                () -> found.stream().noneMatch(ProcTable::running));
    }

    @Test
    void waitingInVainSaysForWhat() {
        assertThatThrownBy(() -> Eventually.until(Duration.ofMillis(5), "pigs fly", () -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessage("not within 5 ms: pigs fly");
    }
}
