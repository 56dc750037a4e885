package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.plugin.manifest.Inherit;
import dev.foster.plugin.session.Encryption;
import dev.foster.plugin.session.SessionTerms;
import dev.foster.process.ChildSpec;
import dev.foster.process.Environment;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a plugin finds in its environment. */
class EnvironmentTest {
    @TempDir Path sockets;
    @TempDir Path folder;

    private Map<String, String> seen(Environment given, SessionTerms terms) throws Exception {
        Path dump = folder.resolve("dump");
        try (Stage stage = Stage.in(sockets)) {
            ChildSpec child =
                    ChildSpec.of(Shell.script("/usr/bin/env -0 >" + dump)).environment(given);
            stage.refused(PluginSpec.of("dumps", child, stage.options).terms(terms));
        }
        var seen = new HashMap<String, String>();
        for (String entry : Files.readString(dump).split("\0", -1)) {
            int equals = entry.indexOf('=');
            if (equals > 0) {
                seen.put(entry.substring(0, equals), entry.substring(equals + 1));
            }
        }
        return seen;
    }

    // [24.1] [24.2] [24.3] [24.32]
    @Test
    void cookiePortsVersionsAndSocketFolderAreThere() throws Exception {
        Map<String, String> seen =
                seen(
                        Environment.inheritAll(),
                        Stage.terms(sockets).versions(new TreeSet<>(Set.of(3, 1, 2))));
        assertThat(seen)
                .containsEntry("BASIC_PLUGIN", "hello")
                .containsEntry("PLUGIN_MIN_PORT", "10000")
                .containsEntry("PLUGIN_MAX_PORT", "25000")
                .containsEntry("PLUGIN_PROTOCOL_VERSIONS", "1,2,3")
                .containsEntry("FOSTER_PLUGIN_ID", "dumps")
                .doesNotContainKeys(
                        "PLUGIN_CLIENT_CERT", "PLUGIN_MULTIPLEX_GRPC", "PLUGIN_UNIX_SOCKET_GROUP");
        assertThat(seen.get("PLUGIN_UNIX_SOCKET_DIR")).startsWith(sockets + "/");
    }

    // [24.2] [24.24] [24.31] [24.56]
    @Test
    void whatTheHostAsksForIsThere() throws Exception {
        SessionTerms terms = Stage.terms(sockets).encryption(Encryption.Auto.AUTO).multiplex(true);
        Map<String, String> seen =
                seen(
                        Environment.inheritAll(),
                        terms.sockets(terms.sockets().ports(4000, 5000).group("0")));
        assertThat(seen)
                .containsEntry("PLUGIN_MIN_PORT", "4000")
                .containsEntry("PLUGIN_MAX_PORT", "5000")
                .containsEntry("PLUGIN_MULTIPLEX_GRPC", "true")
                .containsEntry("PLUGIN_UNIX_SOCKET_GROUP", "0");
        assertThat(seen.get("PLUGIN_CLIENT_CERT"))
                .startsWith("-----BEGIN CERTIFICATE-----\n")
                .endsWith("-----END CERTIFICATE-----\n");
    }

    // [24.4] [24.69]: ours differs in one thing: what the caller sets wins over the host's own.
    @Test
    void theProtocolsVariablesWinAndNoneIsHandedOn() throws Exception {
        Map<String, String> seen =
                seen(
                        Environment.inheritAll()
                                .with("PATH", "/usr/bin:/bin:/mine")
                                .with("BASIC_PLUGIN", "forged")
                                .with("PLUGIN_PROTOCOL_VERSIONS", "77")
                                .with("PLUGIN_CLIENT_CERT", "of another host")
                                .with("PLUGIN_MULTIPLEX_GRPC", "true")
                                .with("PLUGIN_UNIX_SOCKET_GROUP", "staff"),
                        Stage.terms(sockets));
        assertThat(seen)
                .containsEntry("PATH", "/usr/bin:/bin:/mine")
                .containsEntry("BASIC_PLUGIN", "hello")
                .containsEntry("PLUGIN_PROTOCOL_VERSIONS", "1")
                .doesNotContainKeys(
                        "PLUGIN_CLIENT_CERT", "PLUGIN_MULTIPLEX_GRPC", "PLUGIN_UNIX_SOCKET_GROUP");
    }

    // Others may be secrets of the host's.
    @Test
    void ofTheHostsOwnOnlyTheUsualVariablesAreHandedOn() {
        ChildSpec child = ChildSpec.of("kv").environment("MINE", "yes");
        PluginSpec usual = PluginSpec.of("kv", child, Stage.options(sockets));
        assertThat(given(usual).inherits("PATH")).isTrue();
        assertThat(System.getenv().keySet())
                .filteredOn(name -> given(usual).inherits(name))
                .allMatch(Inherit::isUsual);
        assertThat(given(usual).set()).containsEntry("MINE", "yes");
        Environment all = given(usual.inherit(new Inherit.All()));
        assertThat(System.getenv().keySet()).allMatch(all::inherits);
        assertThat(all.set()).containsEntry("MINE", "yes");
        PluginSpec own =
                PluginSpec.of(
                        "kv",
                        child.environment(Environment.inheritOnly(Set.of("HOST_TOKEN"))),
                        Stage.options(sockets));
        assertThat(given(own).inherits("HOST_TOKEN")).isTrue();
    }

    private static Environment given(PluginSpec spec) {
        return ((PluginSpec.Source.Command) spec.source()).child().environment();
    }

    // [24.5]
    @Test
    void withoutInheritanceThereIsNothingOfTheHost() throws Exception {
        assertThat(System.getenv()).containsKey("PATH");
        Map<String, String> seen =
                seen(Environment.inheritNone().with("ONLY", "this"), Stage.terms(sockets));
        assertThat(seen).containsEntry("ONLY", "this").doesNotContainKey("HOME");
    }

    // [24.6]: its input is a pipe of the host's, open until it is to go.
    @Test
    void itsInputEndsWhenItIsToGo() throws Exception {
        Path marker = folder.resolve("marker");
        try (var services = FakeServices.onTcp();
                Stage stage = Stage.in(sockets)) {
            stage.activated(stage.politeScript("kv", services.hello() + "cat\ntouch " + marker));
            assertThat(marker).doesNotExist();
            stage.host.deactivate("kv");
            assertThat(marker).exists();
        }
    }
}
