package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.plugin.protocol.handshake.MagicCookie;
import dev.foster.plugin.session.Encryption;
import dev.foster.plugin.session.SessionTerms;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Programs that are no plugins, or not ours: the reason is told and nothing of them stays. */
class HandshakeRefusalsTest {
    private static final String STAYS = "\nexec sleep 600";

    @TempDir Path sockets;
    private final Leaks before = Stage.snapshot();
    private Stage stage;

    @BeforeEach
    void open() {
        stage = Stage.in(sockets);
    }

    @AfterEach
    void nothingIsLeft() {
        stage.close();
        before.assertNothingLeft(Stage.PATIENCE);
    }

    // [24.7] [24.9] [24.10]: each row of the reference's table.
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "''; Unrecognized remote plugin message",
                "some log line; Unrecognized remote plugin message: \"some log line\"",
                "1|1|tcp; Unrecognized remote plugin message",
                "x|1|tcp|127.0.0.1:1|grpc; error parsing core protocol version",
                "2|1|tcp|127.0.0.1:1|grpc; incompatible core API version with plugin",
                "1|x|tcp|127.0.0.1:1|grpc; Error parsing protocol version \"x\"",
                "1|9|tcp|127.0.0.1:1|grpc; incompatible API version with plugin, it has 9 and this"
                        + " host accepts [1]",
                "1|1|tcp|127.0.0.1|grpc; there is no port",
                "1|1|tcp|no.such.host.invalid:1|grpc; no.such.host.invalid",
                "1|1|unix||grpc; there is no path",
                "1|1|pigeon|coop|grpc; unknown address type",
                "1|1|tcp|127.0.0.1:1; unsupported plugin protocol \"netrpc\". Supported: [grpc]",
                "1|1|tcp|127.0.0.1:1|; unsupported plugin protocol \"\"",
                "1|1|tcp|127.0.0.1:1|soap; unsupported plugin protocol \"soap\"",
                "1|1|tcp|127.0.0.1:1|grpc|AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA;"
                        + " error parsing server cert",
                "1|1|unix|/nobody/listens/here|grpc; asked how it is",
            })
    void aLineThatIsNoneIsRefused(String line, String why) throws Exception {
        String told = stage.refused(stage.script("odd", "echo '" + line + "'" + STAYS));
        assertThat(told).contains(why).startsWith("cannot ").contains("plugin odd");
    }

    // Port 9 of a network that is set aside for documents: nobody is there.
    @Test
    void oneOnAnotherComputerIsNotSpokenWithInClear() throws Exception {
        for (boolean multiplexed : new boolean[] {false, true}) {
            PluginSpec spec = stage.script("odd", "echo '1|1|tcp|192.0.2.1:9|grpc||true'" + STAYS);
            assertThat(stage.refused(spec.terms(spec.terms().multiplex(multiplexed))))
                    .contains(
                            "cannot connect to \"192.0.2.1:9\": it is not on this computer",
                            "use mutual TLS, or allow clear text");
        }
    }

    @Test
    void aWebServerThatKnowsNoSuchPageIsNoPlugin() throws Exception {
        try (var web = WebServer.start()) {
            PluginSpec spec =
                    stage.script("odd", "echo '1|1|tcp|127.0.0.1:" + web.port() + "|grpc'" + STAYS);
            assertThat(stage.refused(spec))
                    .contains("UNIMPLEMENTED, what listens at its address does not speak gRPC");
        }
    }

    @Test
    void whatItWroteActsOnNoTerminal() throws Exception {
        String told =
                stage.refused(
                        stage.script(
                                "odd", "printf 'a\\033[2Jb\\000c\\rd' >&2\necho hello" + STAYS));
        assertThat(told).contains("a\\u001b[2Jb\\u0000c\\u000dd");
        assertThat(told.chars().filter(it -> it != '\n')).noneMatch(Character::isISOControl);
    }

    @Test
    void anErrorInTheHostIsToldAndNotWaitedFor() throws Exception {
        try (var services = FakeServices.onTcp()) {
            PluginSpec spec = stage.script("odd", services.hello() + STAYS);
            var clash = new NoSuchMethodError("com.google.protobuf.GeneratedMessage.parse()");
            PluginSpec clashing =
                    spec.terms(
                            spec.terms()
                                    .channel(
                                            _ -> {
                                                throw clash;
                                            }));
            assertThat(stage.refused(clashing))
                    .contains("the libraries of the host do not fit together", "parse()");
            assertThatThrownBy(() -> stage.host.activate("odd"))
                    .isInstanceOfSatisfying(
                            PluginException.class,
                            it -> {
                                assertThat(it.kind()).isEqualTo(PluginException.Kind.FAILED);
                                assertThat(it.id()).hasValue("odd");
                                assertThat(it).hasCause(clash);
                            });
        }
    }

    // [24.10]
    @Test
    void whatIsPrintedBeforeTheHandshakeIsTakenForIt() throws Exception {
        try (var services = FakeServices.onTcp()) {
            String told =
                    stage.refused(
                            stage.script(
                                    "odd", "echo 'Starting up…'\n" + services.hello() + STAYS));
            assertThat(told).contains("Starting up", "print nothing before it");
        }
    }

    // [24.11]
    @Test
    void oneThatEndsWithoutALineIsShownWithItsLastWords() throws Exception {
        String told = stage.refused(stage.script("odd", "echo 'no license' >&2\nexit 7"));
        assertThat(told)
                .contains("no line could be read", "it ended: exit 7", "no license")
                .contains("/sh (");
    }

    // [24.11]: a line is a line, with or without its end.
    @Test
    void halfALineBeforeTheEndIsJudgedAsALine() throws Exception {
        assertThat(stage.refused(stage.script("odd", "printf '1|1|un'")))
                .contains("Unrecognized remote plugin message: \"1|1|un\"");
    }

    // [24.12]
    @Test
    void oneThatSaysNothingIsEndedAfterItsTime() throws Exception {
        PluginSpec spec = stage.script("odd", "exec sleep 600");
        String told = stage.refused(spec.terms(spec.terms().startTimeout(Duration.ofMillis(200))));
        assertThat(told).contains("timeout while waiting for plugin to start", "200 ms");
    }

    // [24.12]
    @Test
    void halfALineIsNoAnswer() throws Exception {
        PluginSpec spec = stage.script("odd", "printf '1|1|tcp|127.0.0.1:1|grpc'" + STAYS);
        String told = stage.refused(spec.terms(spec.terms().startTimeout(Duration.ofMillis(200))));
        assertThat(told).contains("timeout while waiting for plugin to start");
    }

    // [24.12]: that it closed one of its two streams only shows by its silence.
    @Test
    void oneThatClosesItsOutputAndStaysIsEndedAfterItsTime() throws Exception {
        PluginSpec spec = stage.script("odd", "exec >&- \nexec sleep 600");
        String told = stage.refused(spec.terms(spec.terms().startTimeout(Duration.ofMillis(200))));
        assertThat(told).contains("timeout while waiting for plugin to start");
    }

    // [24.13]
    @Test
    void aFloodWithoutALineIsNotKeptInMemory() throws Exception {
        String told =
                stage.refused(
                        stage.script("odd", "head -c 10000000 /dev/zero | tr '\\0' x" + STAYS));
        assertThat(told).contains("its first line has more than 65536 characters");
        assertThat(told.length()).isLessThan(10_000);
    }

    // [24.25]
    @Test
    void mutualTlsThatIsNotAnsweredIsRefused() throws Exception {
        PluginSpec spec = stage.script("odd", "echo '1|1|tcp|127.0.0.1:1|grpc|'" + STAYS);
        String told = stage.refused(spec.terms(spec.terms().encryption(Encryption.Auto.AUTO)));
        assertThat(told).contains("no certificate", "AutoMTLS");
    }

    // [24.55] [24.56]
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1|1|tcp|127.0.0.1:1|grpc|; rebuild it with go-plugin 1.6",
                "1|1|tcp|127.0.0.1:1|grpc||false; does not support the feature; turn",
                "1|1|tcp|127.0.0.1:1|grpc||maybe; error parsing \"maybe\" as a boolean",
            })
    void multiplexingThatItCannotDoIsRefused(String line, String why) throws Exception {
        PluginSpec spec = stage.script("odd", "echo '" + line + "'" + STAYS);
        assertThat(stage.refused(spec.terms(spec.terms().multiplex(true)))).contains(why);
    }

    // [24.15]
    @Test
    void aGoPluginThatOnlySpeaksNetRpcIsToldWhatToDo() throws Exception {
        PluginSpec spec = stage.go("old", "KV_VERSIONS", "1:netrpc");
        assertThat(stage.refused(spec))
                .contains("unsupported plugin protocol \"netrpc\". Supported: [grpc]", "build the");
    }

    // [24.18]
    @Test
    void aGoPluginOfAnotherVersionIsRefused() throws Exception {
        PluginSpec spec = stage.go("old", "KV_VERSIONS", "2:grpc,3:grpc");
        assertThat(stage.refused(spec.terms(spec.terms().versions(new TreeSet<>(Set.of(9))))))
                .contains("incompatible API version with plugin, it has 2", "[9]");
    }

    // [24.1]
    @Test
    void aGoPluginWithTheWrongCookieSaysSoOnItsStandardError() throws Exception {
        PluginSpec spec = stage.go("kv", "BASIC_PLUGIN", "goodbye");
        var other = new MagicCookie("OTHER", "cookie");
        var terms = spec.terms();
        String told =
                stage.refused(
                        spec.terms(
                                new SessionTerms(
                                        other,
                                        terms.versions(),
                                        terms.encryption(),
                                        false,
                                        terms.startTimeout(),
                                        terms.shutdownLimit(),
                                        terms.healthService(),
                                        terms.sockets(),
                                        terms.channel())));
        assertThat(told).contains("This binary is a plugin", "it ended: exit 1");
        Stage.until(
                "its standard error is heard",
                () ->
                        stage.heard.entries().stream()
                                .anyMatch(it -> it.message().contains("This binary is a plugin")));
    }

    // [24.61]
    @Test
    void oneThatFailedCanBeDeactivatedAndTriedAgain() throws Exception {
        stage.refused(stage.script("odd", "exit 1"));
        assertThat(stage.host.deactivate("odd")).isFalse();
        assertThat(stage.host.get("odd").status().state()).isEqualTo(PluginState.NOT_RUNNING);
        assertThat(stage.host.get("odd").status().error()).isEmpty();
        try (var services = FakeServices.onTcp()) {
            stage.activated(stage.script("odd", services.hello() + STAYS));
            assertThat(stage.host.active()).isEqualTo(List.of("odd"));
            stage.host.deactivate("odd");
        }
    }
}
