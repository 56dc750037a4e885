package dev.foster.plugin.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.plugin.HostOptions;
import dev.foster.plugin.Plugin;
import dev.foster.plugin.PluginException;
import dev.foster.plugin.PluginHost;
import dev.foster.plugin.PluginLog;
import dev.foster.plugin.PluginState;
import dev.foster.plugin.protocol.handshake.MagicCookie;
import dev.foster.plugin.protocol.hclog.LogEntry;
import dev.foster.process.ChildStream;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Message plugins of an application that hosts plugins itself. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class MessageHostTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final HostOptions OPTIONS = HostOptions.of(new MagicCookie("A", "B"));

    private final Leaks leaks = Leaks.snapshot();
    private final List<String> printed = new CopyOnWriteArrayList<>();
    @TempDir private Path plugins;
    private Path folder;

    @BeforeEach
    void plugin() throws IOException {
        folder = Files.createDirectory(plugins.resolve("bot"));
        MessageStage.write(folder);
    }

    @AfterEach
    void nothingIsLeft() {
        leaks.assertNothingLeft();
    }

    private interface Scene {
        void play(PluginHost host) throws Exception;
    }

    private void withABus(Scene scene) throws Exception {
        try (var bus = PatientBus.start();
                var host = PluginHost.start(OPTIONS.bus(bus), new Ears())) {
            assertThat(host.open(plugins)).isEmpty();
            scene.play(host);
        }
    }

    @Test
    void itIsActiveOnceItSaysThatItIsReady() throws Exception {
        withABus(
                host -> {
                    assertThat(host.activate("bot")).isTrue();
                    assertThat(host.active()).containsExactly("bot");
                    assertThat(host.get("bot").status().healthy()).isTrue();
                    assertThat(host.activate("bot")).as("it ran already").isFalse();
                    assertThat(host.deactivate("bot")).isTrue();
                    assertThat(host.get("bot").status().state()).isEqualTo(PluginState.NOT_RUNNING);
                    assertThat(host.get("bot").status().lastExit()).contains("exit 0");
                    assertThat(host.activate("bot")).isTrue();
                });
    }

    @Test
    void aRestartIsAnotherProcess() throws Exception {
        withABus(
                host -> {
                    host.activate("bot");
                    long first = host.get("bot").status().pid().orElseThrow();
                    host.restart("bot");
                    assertThat(host.get("bot").status().pid().orElseThrow()).isNotEqualTo(first);
                    host.reload("bot");
                    assertThat(host.active()).containsExactly("bot");
                });
    }

    @Test
    void oneThatDiesIsStartedAgain() throws Exception {
        withABus(
                host -> {
                    host.activate("bot");
                    Plugin bot = host.get("bot");
                    long first = bot.status().pid().orElseThrow();
                    assertThat(ProcessHandle.of(first).orElseThrow().destroyForcibly()).isTrue();
                    Eventually.until(
                            SOON,
                            "it is back",
                            () ->
                                    bot.status().state() == PluginState.RUNNING
                                            && bot.status().pid().orElse(first) != first);
                    assertThat(bot.status().restarts()).isEqualTo(1);
                });
    }

    @Test
    void itServesNoCalls() throws Exception {
        withABus(
                host -> {
                    Plugin bot = host.get("bot");
                    for (boolean active : List.of(false, true)) {
                        if (active) {
                            host.activate("bot");
                        }
                        assertThatThrownBy(bot::channel)
                                .isInstanceOf(PluginException.class)
                                .hasMessage(
                                        "cannot make a channel to plugin bot: it talks NATS and"
                                                + " serves no calls; send it messages over the"
                                                + " bus");
                        assertThatThrownBy(bot::reattach).hasMessageContaining("no calls");
                        assertThatThrownBy(bot::broker).hasMessageContaining("no calls");
                        assertThat(bot.connection()).isEmpty();
                    }
                });
    }

    @Test
    void oneThatEndsBeforeItIsReadyIsRefusedWithItsLastWords() throws Exception {
        Files.writeString(
                folder.resolve("plugin"), "#!/bin/sh\necho hello\necho no luck >&2\nexit 3\n");
        withABus(
                host -> {
                    assertThatThrownBy(() -> host.activate("bot"))
                            .isInstanceOf(PluginException.class)
                            .hasMessageContaining("exit 3")
                            .hasMessageEndingWith("; its last words: no luck");
                    assertThat(host.get("bot").status().state())
                            .isEqualTo(PluginState.FAILED_TO_START);
                    Eventually.until(
                            SOON,
                            "it was heard",
                            () ->
                                    printed.containsAll(
                                            List.of("STDOUT hello\n", "STDERR no luck\n")));
                });
    }

    @Test
    void withoutABusItIsRefused() throws Exception {
        try (var host = PluginHost.start(OPTIONS, new Ears())) {
            assertThat(host.open(plugins)).isEmpty();
            assertThatThrownBy(() -> host.activate("bot"))
                    .isInstanceOf(PluginException.class)
                    .hasMessage(
                            "cannot activate plugin bot: it talks NATS, and there is no bus; give"
                                    + " the host one by HostOptions.bus, such as"
                                    + " EmbeddedBus.start(…)");
            assertThat(host.get("bot").status().state()).isEqualTo(PluginState.FAILED_TO_START);
        }
    }

    private final class Ears implements PluginLog {
        @Override
        public void logged(String id, LogEntry entry) {}

        @Override
        public void printed(String id, ChildStream stream, byte[] data) {
            printed.add(stream + " " + new String(data, StandardCharsets.UTF_8));
        }
    }
}
