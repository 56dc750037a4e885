package dev.foster.cli.ps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;
import dev.foster.cli.FakeDaemon;
import dev.foster.control.ProcessState;
import dev.foster.control.UsageHistoryView;
import dev.foster.control.UsageView;
import dev.foster.json.JsonText;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

@Timeout(60)
class UsageVerbTest {
    @TempDir private Path folder;

    private static UsageView usage(Optional<Long> proportional, UsageHistoryView history) {
        return new UsageView(
                "web",
                1,
                UsageView.PROC,
                Optional.of(
                        new UsageView.CurrentUsageView(
                                FakeDaemon.AT,
                                12.5,
                                12_300_000,
                                8,
                                2,
                                40,
                                1_000_000,
                                2_500_000,
                                proportional)),
                new UsageView.PeakUsageView(99.5, 15_000_000, 9, 3, 50),
                new UsageView.LimitsView(
                        Optional.of(256_000_000L),
                        Optional.of(50.0),
                        Optional.empty(),
                        Optional.of(1024L),
                        Optional.of(4L)),
                history);
    }

    private static UsageHistoryView history(int seconds) {
        List<Long> at = new ArrayList<>();
        List<Optional<Double>> cpu = new ArrayList<>();
        List<Optional<Long>> memory = new ArrayList<>();
        for (int i = 0; i < seconds; i++) {
            boolean gap = i == seconds / 2;
            at.add(i * 1000L);
            cpu.add(gap ? Optional.empty() : Optional.of((double) i));
            memory.add(gap ? Optional.empty() : Optional.of(1_000_000L));
        }
        return new UsageHistoryView(at, cpu, memory, memory, memory);
    }

    private static final UsageHistoryView NOTHING =
            new UsageHistoryView(List.of(), List.of(), List.of(), List.of(), List.of());

    @Test
    void whatProcessesUseStandsInATable() {
        var called = new Called(folder);
        try (FakeDaemon daemon = called.daemon()) {
            daemon.ready("web", 4711);
            daemon.put("worker", ProcessState.STOPPED);
            daemon.usages.put("web", usage(Optional.empty(), NOTHING));

            assertThat(called.run("usage")).isZero();
        }
        assertThat(called.out())
                .isEqualTo(
                        """
                        NAME        CPU      MEM     PEAK  THREADS  PROCS  FILES    READ  WRITTEN  LIMITS
                        web       12.5%  12.3 MB  15.0 MB        8      2     40  1.0 MB   2.5 MB  cpu 50.0%, mem 256.0 MB, procs 4, files 1024
                        worker        -        -        -        -      -      -       -        -  -
                        """);
    }

    @Test
    void whatTheyReallyHoldIsShownWhereItIsAskedFor() {
        var called = new Called(folder);
        try (FakeDaemon daemon = called.daemon()) {
            daemon.ready("web", 4711);
            daemon.usages.put("web", usage(Optional.of(7_000_000L), NOTHING));

            called.run("usage", "--pss");
            assertThat(daemon.calls).contains("usage web pss");
        }
        assertThat(called.out()).contains("PSS").contains("7.0 MB");
    }

    @Test
    void ofOneProcessTheLastMinutesAreDrawn() {
        var called = new Called(folder);
        try (FakeDaemon daemon = called.daemon()) {
            daemon.ready("web", 4711);
            daemon.usages.put("web", usage(Optional.empty(), history(61)));

            called.run("usage", "web");
        }
        List<String> lines = called.out().lines().toList();
        assertThat(lines.get(3)).isEqualTo("cpu, at most 60.0% in the last 1m00s");
        assertThat(lines.get(7)).isEqualTo("memory, at most 1.0 MB in the last 1m00s");
        // It grew, and there was nothing when one run had ended and the next not begun.
        assertThat(lines.get(4)).startsWith(" ".repeat(40)).endsWith("█");
        assertThat(lines.get(6)).startsWith("  ▁").endsWith("█").hasSize(62);
        assertThat(lines.get(8).strip()).matches("█+ █+");
        assertThat(lines).hasSize(11);
    }

    @Test
    void aNarrowTerminalLosesTheLeastNeededColumns() {
        var called = new Called(folder).onTerminal(40);
        try (FakeDaemon daemon = called.daemon()) {
            daemon.ready("web", 4711);
            daemon.usages.put("web", usage(Optional.empty(), NOTHING));

            called.run("usage");
        }
        assertThat(called.out().lines().findFirst().orElseThrow())
                .startsWith("NAME")
                .contains("CPU", "MEM")
                .doesNotContain("WRITTEN", "READ");
    }

    @Test
    void programsGetJson() {
        var called = new Called(folder);
        UsageView usage = usage(Optional.empty(), history(3));
        try (FakeDaemon daemon = called.daemon()) {
            daemon.ready("web", 4711);
            daemon.usages.put("web", usage);

            called.run("usage", "web", "--json");
        }
        assertThat(JsonText.parse(called.out().strip()))
                .isEqualTo(List.of(JsonText.parse(JsonText.write(usage.toJson()))));
    }

    @Test
    void aNameThatIsNoneIsRefused() {
        var called = new Called(folder);
        try (FakeDaemon daemon = called.daemon()) {
            daemon.ready("web", 4711);

            assertThat(called.run("usage", "wbe")).isNotZero();
        }
        ErrorGrammar.assertFollowedBy(called.err());
    }
}
