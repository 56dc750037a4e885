package dev.foster.daemon.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.EventView;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.log.LogStore;
import dev.foster.process.Excess;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.RunId;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/** How much clients can make the journal say. */
class McpEventsTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir private Path folder;

    @Test
    void aChildOverItsLimitIsToldOfAsAProcessWouldBe() {
        var excess =
                new Excess(
                        Excess.Resource.MEMORY,
                        OptionalDouble.of(301e6),
                        256e6,
                        new Excess.Lasted.Checks(2));
        try (var journal = new Journal(folder.resolve("journal.jsonl"));
                var logs = new LogStore(folder)) {
            var events = new McpEvents(journal, logs, () -> 0);
            events.childOverLimit(
                    new ProcessEvent.OverLimit(RunId.of("files"), excess, LimitRule.Then.KILL), 42);
            Eventually.until(
                    SOON,
                    "it is written",
                    () -> journal.read(OptionalLong.of(0), 10, Optional.empty()).size() == 1);
            EventView told = journal.read(OptionalLong.of(0), 10, Optional.empty()).getFirst();
            assertThat(told.kind()).isEqualTo("over-limit");
            assertThat(told.process()).contains("files");
            assertThat(told.text()).isEqualTo("killed: memory 301 MB over 256 MB for 2 checks");
            assertThat(told.details())
                    .containsEntry("resource", "memory")
                    .containsEntry("then", "kill")
                    .containsEntry("pid", 42L);
        }
    }

    @Test
    void ofTooManyEventsInAMinuteOnlyTheNumberIsTold() {
        var now = new AtomicLong();
        try (var journal = new Journal(folder.resolve("journal.jsonl"));
                var logs = new LogStore(folder)) {
            var events = new McpEvents(journal, logs, now::get);
            for (int i = 0; i < McpEvents.MOST_A_MINUTE + 50; i++) {
                events.childEnded("files", "exit 1");
            }
            now.addAndGet(Duration.ofMinutes(1).toNanos());
            events.childEnded("files", "exit 2");

            int all = McpEvents.MOST_A_MINUTE + 2;
            Eventually.until(
                    SOON,
                    "they are written",
                    () -> journal.read(OptionalLong.of(0), 1000, Optional.empty()).size() == all);
            List<EventView> written = journal.read(OptionalLong.of(0), 1000, Optional.empty());
            assertThat(written.get(all - 2).text())
                    .isEqualTo("50 more events of MCP servers in a minute are not written down");
            assertThat(written.getLast().text()).isEqualTo("a child of files ended: exit 2");
        }
    }
}
