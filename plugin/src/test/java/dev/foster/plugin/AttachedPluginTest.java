package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;

import dev.foster.plugin.kv.GetRequest;
import dev.foster.plugin.kv.KVGrpc;
import dev.foster.plugin.kv.PutRequest;
import dev.foster.plugin.protocol.handshake.Protocol;
import dev.foster.plugin.protocol.transport.Address;
import dev.foster.plugin.session.AttachException;
import dev.foster.plugin.session.AttachedPlugin;
import dev.foster.plugin.session.Encryption;
import dev.foster.plugin.session.ReattachConfig;
import dev.foster.plugin.session.SessionListener;
import dev.foster.plugin.session.SessionTerms;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Plugins made with the real go-plugin that somebody else started. */
class AttachedPluginTest {
    private static final SessionListener DEAF = new SessionListener() {};

    @TempDir Path sockets;
    private final Leaks before = Stage.snapshot();
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void nothingIsLeft() throws Exception {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
        before.assertNothingLeft(Stage.PATIENCE);
    }

    private SessionTerms terms() {
        return Stage.terms(sockets).shutdownLimit(Duration.ofSeconds(2));
    }

    private AttachedPlugin attach(ReattachConfig reattach) throws Exception {
        return AttachedPlugin.attach(reattach, terms(), DEAF);
    }

    /** A plugin without a host; its socket goes to the folder, too. */
    private Process plugin(Map<String, String> environment) throws Exception {
        var builder =
                new ProcessBuilder(GoPrograms.kv().toString())
                        .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("BASIC_PLUGIN", "hello");
        builder.environment().put("PLUGIN_UNIX_SOCKET_DIR", sockets.toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private static ReattachConfig reattach(Process process) throws IOException {
        BufferedReader lines = process.inputReader();
        List<String> fields = List.of(lines.readLine().split("\\|", -1));
        return new ReattachConfig(
                Protocol.GRPC, 1, process.pid(), false, Address.of(fields.get(2), fields.get(3)));
    }

    private static ReattachConfig only(String text) {
        return Optional.ofNullable(ReattachConfig.read(text).get("kv")).orElseThrow();
    }

    // [24.33] [24.37]
    @Test
    void aSecondHostJoinsAPluginOfTheFirst() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            Plugin plugin = stage.activated(stage.go("kv"));
            ReattachConfig told = only(plugin.reattach().text("kv"));
            assertThat(told).isEqualTo(plugin.reattach());
            assertThat(told.pid()).isEqualTo(Stage.pid(plugin));
            try (AttachedPlugin attached = attach(told)) {
                var _ =
                        KVGrpc.newBlockingStub(attached.connection().channel())
                                .put(
                                        PutRequest.newBuilder()
                                                .setKey("k")
                                                .setValue(ByteString.copyFromUtf8("v"))
                                                .build());
                assertThat(attached.ping(Stage.PATIENCE).get()).isEmpty();
            }
            assertThat(Stage.kv(plugin).get(GetRequest.newBuilder().setKey("k").build()))
                    .isNotNull();
            assertThat(stage.host.active()).containsExactly("kv");
        }
    }

    // [24.33] [24.36]
    @Test
    void killingItAsksItFirst() throws Exception {
        Process process = plugin(Map.of());
        SessionTerms patient = terms().shutdownLimit(Stage.PATIENCE);
        AttachedPlugin attached = AttachedPlugin.attach(reattach(process), patient, DEAF);
        assertThat(attached.exit()).isNotDone();
        attached.kill();
        assertThat(process.waitFor(Stage.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(attached.exit()).succeedsWithin(Stage.PATIENCE);
        attached.kill();
    }

    // [24.36] [24.60]
    @ParameterizedTest
    @ValueSource(strings = {"hang", "linger"})
    void oneThatDoesNotFollowIsMadeTo(String behaviour) throws Exception {
        Process process = plugin(Map.of("KV_SHUTDOWN", behaviour));
        SessionTerms hasty = terms().shutdownLimit(Duration.ofMillis(200));
        AttachedPlugin attached = AttachedPlugin.attach(reattach(process), hasty, DEAF);
        attached.kill();
        assertThat(process.waitFor(Stage.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(128 + 15);
    }

    // [24.36]
    @Test
    void itsEndIsNoticed() throws Exception {
        Process process = plugin(Map.of());
        AttachedPlugin attached = attach(reattach(process));
        process.destroyForcibly();
        assertThat(attached.exit()).succeedsWithin(Stage.PATIENCE);
        assertThat(attached.ping(Duration.ofSeconds(5)).get()).isPresent();
    }

    // [24.35]: in go-plugin's test mode, with the JSON it hands out.
    @Test
    void oneThatServesForATestIsOnlyLeft() throws Exception {
        Path file = sockets.resolve("reattach.json");
        Process process = plugin(Map.of("KV_TEST", file.toString()));
        Stage.until("it says how", () -> Files.exists(file));
        ReattachConfig reattach = only(Files.readString(file));
        assertThat(reattach.test()).isTrue();
        assertThat(reattach.version()).isEqualTo(1);
        assertThat(reattach.pid()).isEqualTo(process.pid());
        attach(reattach).kill();
        assertThat(process.isAlive()).isTrue();
        try (AttachedPlugin again = attach(reattach)) {
            assertThat(again.ping(Stage.PATIENCE).get()).isEmpty();
        }
    }

    // [24.34]
    @Test
    void aProcessThatIsNoPluginIsLeftInPeace() throws Exception {
        Process bystander = new ProcessBuilder("sleep", "600").start();
        started.add(bystander);
        var wrong =
                new ReattachConfig(
                        Protocol.GRPC,
                        1,
                        bystander.pid(),
                        false,
                        Address.unix(sockets.resolve("nobody")));
        assertThatThrownBy(() -> attach(wrong))
                .isInstanceOf(AttachException.class)
                .hasMessageContaining("reattachment process not found")
                .hasMessageContaining("nobody listens at");
        assertThat(bystander.isAlive()).isTrue();
        assertThat(sockets).isEmptyDirectory();
    }

    // [24.34]
    @Test
    void aProcessThatIsGoneIsNotFound() throws Exception {
        Process process = plugin(Map.of());
        ReattachConfig reattach = reattach(process);
        process.destroyForcibly().waitFor();
        assertThatThrownBy(() -> attach(reattach))
                .isInstanceOf(AttachException.class)
                .hasMessageContaining("reattachment process not found, there is no such process");
    }

    // [24.34]: before anything is tried.
    @Test
    void whatCannotBeSharedIsRefused() {
        var reattach =
                new ReattachConfig(
                        Protocol.GRPC,
                        5,
                        ProcessHandle.current().pid(),
                        false,
                        Address.unix(sockets.resolve("nobody")));
        refused(reattach, terms().encryption(Encryption.Auto.AUTO), "mutual TLS needs the keys");
        refused(
                reattach,
                terms().multiplex(true),
                "gRPC broker multiplexing is not supported with Reattach config");
        refused(reattach, terms(), "incompatible API version with plugin, it has 5");
        refused(
                new ReattachConfig(Protocol.NETRPC, 1, 1, false, reattach.address()),
                terms(),
                "it speaks netrpc");
    }

    private static void refused(ReattachConfig reattach, SessionTerms terms, String why) {
        assertThatThrownBy(() -> AttachedPlugin.attach(reattach, terms, DEAF))
                .isInstanceOf(AttachException.class)
                .hasMessageStartingWith("cannot attach to the plugin in process")
                .hasMessageContaining(why);
    }
}
