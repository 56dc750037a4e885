package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.plugin.kv.LogRequest;
import dev.foster.plugin.kv.PanicRequest;
import dev.foster.plugin.kv.PrintRequest;
import dev.foster.plugin.protocol.hclog.Level;
import dev.foster.plugin.protocol.hclog.LogEntry;
import dev.foster.process.ChildSpec;
import dev.foster.process.OutputLimits;
import dev.foster.testkit.Shell;

import io.grpc.StatusRuntimeException;

import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The three voices of a plugin: its log, what it prints, and its bare standard output. */
class OutputTest {
    @TempDir Path sockets;
    @TempDir Path folder;

    /** What is heard of a plugin that writes this to its standard error. */
    private Heard heardOf(String errors, OutputLimits limits) throws Exception {
        Path text = Files.writeString(folder.resolve("errors"), errors);
        try (var services = FakeServices.onTcp();
                Stage stage = Stage.in(sockets)) {
            ChildSpec child =
                    ChildSpec.of(
                                    Shell.script(
                                            "cat "
                                                    + text
                                                    + " >&2\n"
                                                    + services.hello()
                                                    + "exec sleep 600"))
                            .outputLimits(limits);
            stage.activated(PluginSpec.of("says", child, stage.options).health(Optional.empty()));
            Stage.until(
                    "all of it is heard",
                    () -> stage.heard.complaints().length() >= errors.length());
            // Each line is read for its level after that.
            String last = errors.lines().toList().getLast();
            Stage.until(
                    "the last line is read",
                    () ->
                            stage.heard.entries().stream()
                                    .anyMatch(entry -> entry.message().equals(last)));
            return stage.heard;
        }
    }

    // [24.38] [24.40] [24.41] [24.42]
    @Test
    void linesAreReadForTheirLevel() throws Exception {
        String errors =
                """
                plain
                [WARN] careful
                [ERROR] broken
                {"@level":"info","@message":"structured","n":1}
                [1, 2]
                17
                {"a":1}
                {"@level":"info","@message":"m","@timestamp":"yesterday"}
                panic: oh
                goroutine 1 [running]:
                """;
        Heard heard = heardOf(errors, OutputLimits.defaults());
        assertThat(heard.complaints()).isEqualTo(errors);
        assertThat(heard.entries())
                .extracting(LogEntry::level, LogEntry::message)
                .containsExactly(
                        Assertions.tuple(Level.DEBUG, "plain"),
                        Assertions.tuple(Level.WARN, "[WARN] careful"),
                        Assertions.tuple(Level.ERROR, "[ERROR] broken"),
                        Assertions.tuple(Level.INFO, "structured"),
                        Assertions.tuple(Level.DEBUG, "[1, 2]"),
                        Assertions.tuple(Level.DEBUG, "17"),
                        Assertions.tuple(Level.DEBUG, "{\"a\":1}"),
                        Assertions.tuple(
                                Level.DEBUG,
                                "{\"@level\":\"info\",\"@message\":\"m\",\"@timestamp\":\"yesterday\"}"),
                        Assertions.tuple(Level.ERROR, "panic: oh"),
                        Assertions.tuple(Level.ERROR, "goroutine 1 [running]:"));
        assertThat(heard.entries().get(3).fields()).containsEntry("n", "1");
    }

    // [24.38]
    @Test
    void aVeryLongLineComesInPiecesAndWhole() throws Exception {
        String errors = "x".repeat(200_000) + "\nnext\n";
        Heard heard = heardOf(errors, OutputLimits.defaults());
        assertThat(heard.complaints()).isEqualTo(errors);
        assertThat(heard.entries()).last().extracting(LogEntry::message).isEqualTo("next");
        assertThat(heard.entries()).hasSizeGreaterThan(2);
    }

    // [24.43]: no piece of a long line is read for structure, not even one that looks like it.
    @Test
    void theLengthOfLinesCanBeSet() throws Exception {
        String errors = "x".repeat(64) + "[ERROR] no\n[ERROR] yes\n";
        Heard heard = heardOf(errors, OutputLimits.defaults().maxLine(64));
        assertThat(heard.entries())
                .extracting(LogEntry::level, LogEntry::message)
                .containsExactly(
                        Assertions.tuple(Level.DEBUG, "x".repeat(64)),
                        Assertions.tuple(Level.DEBUG, "[ERROR] no"),
                        Assertions.tuple(Level.ERROR, "[ERROR] yes"));
    }

    @Test
    void aLogThatFailsLeavesNoPluginUnread() throws Exception {
        HostOptions options = Stage.options(sockets);
        var failing =
                new PluginLog() {
                    @Override
                    public void logged(String id, LogEntry entry) {
                        throw new NoClassDefFoundError("of the application's");
                    }

                    @Override
                    public void wrote(String id, String line) {
                        throw new IllegalStateException("no room");
                    }
                };
        Path flood = Files.writeString(folder.resolve("flood"), "said\n".repeat(500_000));
        try (var services = FakeServices.onTcp();
                PluginHost host = PluginHost.start(options, failing)) {
            Path done = folder.resolve("done");
            ChildSpec child =
                    ChildSpec.of(
                            Shell.script(
                                    services.hello()
                                            + "cat "
                                            + flood
                                            + "\ncat "
                                            + flood
                                            + " >&2\ntouch "
                                            + done
                                            + "\nexec sleep 600"));
            host.register(PluginSpec.of("says", child, options).health(Optional.empty()));
            host.activate("says");
            Stage.until("all of it was read", () -> Files.exists(done));
            assertThat(host.active()).containsExactly("says");
        }
    }

    // [24.39]
    @Test
    void theLogOfAGoPluginIsReadWithItsFields() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(stage.go("kv"));
            var _ = Stage.trouble(plugin).log(LogRequest.newBuilder().setMessage("said").build());
            Stage.until("all are heard", () -> said(stage).size() == 5);
            List<LogEntry> said = said(stage);
            assertThat(said)
                    .extracting(LogEntry::level)
                    .containsExactly(Level.TRACE, Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR);
            assertThat(said).allMatch(entry -> entry.time().isPresent());
            assertThat(said.get(0).fields()).containsEntry("number", "1");
            assertThat(said.get(1).fields()).containsEntry("text", "two words");
            assertThat(said.get(2).fields()).containsEntry("list", "[\"a\",\"b\"]");
            assertThat(said.get(3).fields()).containsEntry("truth", "true");
            assertThat(said.get(4).fields())
                    .containsEntry("error", "some failure")
                    .containsEntry("@module", "kv.deep");
        }
    }

    private static List<LogEntry> said(Stage stage) {
        return stage.heard.entries().stream()
                .filter(entry -> entry.message().equals("said"))
                .toList();
    }

    // [24.41]
    @Test
    void aPanicOfAGoPluginIsAnErrorToItsLastLine() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(stage.go("kv"));
            Assertions.assertThatThrownBy(
                            () ->
                                    Stage.trouble(plugin)
                                            .panic(
                                                    PanicRequest.newBuilder()
                                                            .setMessage("ouch")
                                                            .build()))
                    .isInstanceOf(StatusRuntimeException.class);
            Stage.until(
                    "the trace is heard",
                    () ->
                            stage.heard.entries().stream()
                                    .anyMatch(it -> it.message().startsWith("goroutine ")));
            assertThat(stage.heard.entries())
                    .filteredOn(
                            it ->
                                    it.message().startsWith("panic: ")
                                            || it.message().startsWith("goroutine "))
                    .isNotEmpty()
                    .allMatch(it -> it.level() == Level.ERROR);
        }
    }

    // [24.44]
    @Test
    void whatAGoPluginPrintsIsHeardByteByByte() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(stage.go("kv"));
            print(plugin, 3, "out ", false);
            print(plugin, 2, "err\n", true);
            Stage.until("it is heard", () -> stage.heard.out().equals("out out out "));
            Stage.until("it is heard", () -> stage.heard.err().equals("err\nerr\n"));
        }
    }

    // [24.45]
    @Test
    void tenMegabytesThatItPrintsDoNotHoldItUp() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(stage.go("kv"));
            print(plugin, 160, "x".repeat(65_536), false);
            GoPluginTest.putAndGet(plugin);
            Stage.until("all of it is heard", () -> stage.heard.outSize() == 160 * 65_536);
        }
    }

    private static void print(Plugin plugin, int count, String text, boolean err) {
        var _ =
                Stage.trouble(plugin)
                        .print(
                                PrintRequest.newBuilder()
                                        .setCount(count)
                                        .setText(text)
                                        .setStderr(err)
                                        .build());
    }

    // [24.13] [24.17] [24.46]: over TCP, from a plugin without broker, stdio or controller.
    @Test
    void tenMegabytesOfBareOutputAreReadAndPassedOn() throws Exception {
        Path marker = folder.resolve("marker");
        try (var services = FakeServices.onTcp();
                Stage stage = Stage.in(sockets)) {
            String script =
                    services.hello()
                            + "echo after\nhead -c 10000000 /dev/zero | tr '\\0' x\ntouch "
                            + marker
                            + "\nexec sleep 600";
            Plugin plugin = stage.activated(stage.script("floods", script));
            assertThat(plugin.connection().orElseThrow().address().network()).isEqualTo("tcp");
            Stage.until("it was never blocked", () -> Files.exists(marker));
            Stage.until("it is heard", () -> stage.heard.lines().contains("after"));
            assertThat(stage.host.active()).containsExactly("floods");
        }
    }
}
