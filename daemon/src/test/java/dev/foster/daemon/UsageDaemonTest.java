package dev.foster.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.BusView;
import dev.foster.control.EventView;
import dev.foster.control.PlanChange;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.control.UsageView;
import dev.foster.control.WhyView;
import dev.foster.json.JsonText;
import dev.foster.json.Members;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Greedy;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.ProcTable;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.Subscription;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * What processes use and may use, from the file to the API; each program stops growing by itself.
 */
@Timeout(180)
class UsageDaemonTest {
    @TempDir(factory = ShortPaths.class)
    private Path folder;

    private final Leaks before = Leaks.snapshot();
    private final String mark = UUID.randomUUID().toString();

    /** What the JDK starts for the first connection of a virtual thread stays for good. */
    @BeforeAll
    static void warmUp(@TempDir(factory = ShortPaths.class) Path elsewhere) {
        try (var daemon = new TestDaemon(elsewhere, "processes: {web: {command: \"true\"}}")) {
            assertThat(daemon.client.processes()).hasSize(1);
        }
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
        assertThat(ProcTable.withVariable("MARK", mark)).isEmpty();
    }

    private TestDaemon daemon(String limits, String script) {
        try {
            Files.writeString(folder.resolve("bot.py"), script);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return new TestDaemon(folder, yaml(limits));
    }

    private String yaml(String limits) {
        return """
        processes:
          bot:
            command: [python3, bot.py]
            environment: {MARK: %s}
            restart: {policy: always, backoff: [0s], limit: 1 in 10m}
            limits: {%s}
        """
                .formatted(mark, limits);
    }

    private static UsageView await(TestDaemon daemon, Predicate<UsageView> wanted) {
        return Eventually.get(
                TestDaemon.SOON, "what bot uses", () -> daemon.client.usage("bot", false), wanted);
    }

    private static List<EventView> told(TestDaemon daemon, String kind) {
        return daemon.client.events(OptionalLong.empty(), 1000, Optional.of("bot")).stream()
                .filter(event -> event.kind().equals(kind))
                .toList();
    }

    /** Caught, restarted, caught again, given up: with its reason wherever people look. */
    private void assertCaught(String limits, String script, String why) {
        try (var daemon = daemon(limits, script)) {
            daemon.startAll();
            ProcessView bot = daemon.await("bot", ProcessState.GAVE_UP);
            assertThat(bot.restarts()).isOne();
            assertThat(bot.reason().orElseThrow()).startsWith(why);
            Eventually.until(
                    TestDaemon.SOON, "the journal", () -> !told(daemon, "gave-up").isEmpty());
            assertThat(told(daemon, "over-limit"))
                    .hasSize(2)
                    .allMatch(event -> event.text().startsWith(why));
            assertThat(told(daemon, "restarting").getFirst().text()).contains(why);
            WhyView explained = daemon.client.why("bot");
            assertThat(explained.summary()).startsWith("gave up: " + why);
            assertThat(explained.advice().orElseThrow()).contains("raise its limits");
            assertThat(ProcTable.withVariable("MARK", mark)).isEmpty();
        }
    }

    @Test
    void oneThatHoardsMemoryIsCaught() {
        assertCaught("memory: 100MB", Greedy.HOARDS, "killed: memory ");
    }

    @Test
    void oneThatNeverRestsIsCaught() {
        assertCaught("cpu: 20%", Greedy.SPINS, "killed: cpu ");
    }

    @Test
    void oneThatForksWithoutEndIsCaught() {
        assertCaught("pids: 20", Greedy.FORKS, "killed: processes ");
    }

    @Test
    void oneThatOpensFilesWithoutEndIsCaught() {
        assertCaught("files: 64", Greedy.OPENS, "killed: files ");
    }

    @Test
    void theFiguresAreThoseOfTheWholeTree() {
        String parent =
                """
                import subprocess, time
                kept = bytearray(b'x') * 30_000_000
                subprocess.Popen(['sleep', '600'])
                time.sleep(600)
                """;
        try (var daemon = daemon("memory: 1GB", parent)) {
            daemon.startAll();
            UsageView usage =
                    await(
                            daemon,
                            // Both at once: the pass may look at the parent before the child is
                            // there.
                            view ->
                                    view.current()
                                            .filter(now -> now.processes() == 2)
                                            .filter(now -> now.memoryBytes() > 30_000_000)
                                            .isPresent());
            UsageView.CurrentUsageView now = usage.current().orElseThrow();
            assertThat(now.threads()).isGreaterThanOrEqualTo(2);
            assertThat(now.files()).isGreaterThanOrEqualTo(6);
            assertThat(usage.peak().processes()).isGreaterThanOrEqualTo(2);
            assertThat(usage.limits().memoryBytes()).contains(1_000_000_000L);
            assertThat(usage.limits().cpuPercent()).isEmpty();
            assertThat(now.proportionalBytes()).isEmpty();
            assertThat(daemon.client.usage("bot", true).current().orElseThrow().proportionalBytes())
                    .hasValueSatisfying(held -> assertThat(held).isGreaterThan(30_000_000));
            ProcessView listed = daemon.client.process("bot");
            assertThat(listed.memoryBytes().orElseThrow()).isGreaterThan(30_000_000);
            assertThat(daemon.client.usages().getFirst().memoryBytes()).isNotEmpty();
        }
    }

    @Test
    @SuppressWarnings("try") // A connection that is interrupted while it closes fails the test.
    void whoListensOnTheBusHearsWhatItUses() throws Exception {
        Files.writeString(folder.resolve("bot.py"), "import time\ntime.sleep(600)\n");
        try (var daemon = new TestDaemon(folder, "bus: embedded\n" + yaml("memory: 1GB"));
                Connection guest = enter(daemon.client.bus())) {
            Subscription heard = guest.subscribe("foster.usage.bot");
            guest.flush(TestDaemon.SOON);
            daemon.startAll();
            Members first = usage(heard);
            Members second = usage(heard);
            assertThat(first.text("name")).isEqualTo("bot");
            assertThat(first.number("memory_bytes")).isPositive();
            assertThat(second.number("run")).isEqualTo(first.number("run"));
            assertThat(second.instant("at")).isAfter(first.instant("at").plusMillis(600));
            assertThat(daemon.client.project().bus()).isTrue();
        }
    }

    private static Connection enter(BusView bus) throws IOException, InterruptedException {
        return Nats.connect(
                new Options.Builder()
                        .servers(bus.servers().toArray(String[]::new))
                        .userInfo(bus.user().orElseThrow(), bus.password().orElseThrow())
                        .connectionTimeout(TestDaemon.SOON)
                        .build());
    }

    private static Members usage(Subscription heard) throws InterruptedException {
        Message message = heard.nextMessage(TestDaemon.SOON);
        return Members.of(JsonText.parseObject(message.getData()));
    }

    @Test
    void historyAndPeaksOutliveARestart() {
        try (var daemon = daemon("memory: 1GB", "import time\ntime.sleep(600)\n")) {
            daemon.startAll();
            long first = await(daemon, view -> view.current().isPresent()).run();
            daemon.client.restart(List.of("bot"));
            UsageView usage =
                    await(daemon, view -> view.run() > first && view.current().isPresent());
            var memory = usage.history().memoryBytes();
            int gap = memory.indexOf(Optional.<Long>empty());
            assertThat(gap).isPositive();
            assertThat(memory.getLast()).isPresent();
            assertThat(usage.history().at()).isSorted().hasSameSizeAs(memory);
            daemon.client.stop(List.of("bot"), false);
            assertThat(await(daemon, view -> view.current().isEmpty()).peak().memoryBytes())
                    .isPositive();
        }
    }

    @Test
    void anotherLimitIsPlannedAsARestart() {
        try (var daemon = daemon("memory: 1GB", "import time\ntime.sleep(600)\n")) {
            daemon.startAll();
            daemon.await("bot", ProcessState.RUNNING);
            daemon.write(yaml("memory: 1GB, then: report"));
            assertThat(daemon.client.plan().changes())
                    .containsExactly(
                            new PlanChange(
                                    "bot",
                                    PlanChange.RESTART,
                                    List.of("limits.then: kill -> report")));
            daemon.write(yaml("memory: 2GB"));
            assertThat(daemon.client.plan().changes().getFirst().reasons())
                    .containsExactly("limits.memory: 1GB -> 2GB");
            assertThat(daemon.client.facts("bot").settings())
                    .containsEntry(
                            "limits", "1GB of memory; killed after 2 checks in a row over it");
        }
    }
}
