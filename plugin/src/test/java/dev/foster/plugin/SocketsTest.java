package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.plugin.protocol.broker.Served;
import dev.foster.plugin.protocol.broker.Translation;
import dev.foster.plugin.protocol.transport.Address;
import dev.foster.plugin.session.SocketRules;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Where the sockets of a plugin are, who may use them, and that they go. */
class SocketsTest {
    @TempDir Path sockets;
    @TempDir Path elsewhere;

    private static PluginSpec within(PluginSpec spec, SocketRules rules) {
        return spec.terms(spec.terms().sockets(rules));
    }

    // [24.31]: by number, as not every system has a second group by name.
    @Test
    void aGroupMayUseThem() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            PluginSpec spec = stage.go("kv");
            Plugin plugin = stage.activated(within(spec, spec.terms().sockets().group("4242")));
            Path socket = Path.of(plugin.connection().orElseThrow().address().text());
            assertThat(access(socket)).isEqualTo("rw-rw---- 4242");
            assertThat(access(socket.resolveSibling("."))).isEqualTo("rwxrwx--- 4242");
            try (Served _ = plugin.broker().accept(9, _ -> {})) {
                assertThat(stage.files())
                        .filteredOn(path -> !Files.isDirectory(path))
                        .hasSize(2)
                        .allSatisfy(path -> assertThat(access(path)).isEqualTo("rw-rw---- 4242"));
            }
            Brokered.sumIsAskedOfTheHost(plugin);
        }
    }

    private static String access(Path path) {
        try {
            PosixFileAttributes facts = Files.readAttributes(path, PosixFileAttributes.class);
            return PosixFilePermissions.toString(facts.permissions())
                    + " "
                    + Files.getAttribute(path, "unix:gid");
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    // [24.31]
    @Test
    void aGroupThatDoesNotExistIsToldBeforeAnythingStarts() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            PluginSpec spec = stage.go("kv");
            assertThat(stage.refused(within(spec, spec.terms().sockets().group("no-such-group"))))
                    .contains("cannot start plugin kv", "no-such-group", "name another");
        }
    }

    // [24.31]: without a group they are this user's alone.
    @Test
    void nobodyElseMayEnterTheFolder() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            stage.activated(stage.go("kv"));
            assertThat(access(stage.files().getFirst())).startsWith("rwx------");
        }
    }

    // [24.32]: what go-plugin meets with an unspecific error after the start.
    @Test
    void aFolderWhosePathIsTooLongIsToldBeforeAnythingStarts() throws Exception {
        Path deep = Files.createDirectories(sockets.resolve("d".repeat(120)));
        try (Stage stage = Stage.in(sockets)) {
            PluginSpec spec = stage.go("kv");
            stage.host.register(within(spec, spec.terms().sockets().parent(deep)));
            assertThatThrownBy(() -> stage.host.activate("kv"))
                    .isInstanceOf(PluginException.class)
                    .hasMessageContaining("cannot start plugin kv")
                    .hasMessageContaining("107");
            assertThat(deep).isEmptyDirectory();
            Files.delete(deep);
        }
    }

    // [24.32] [24.52]
    @Test
    void theyGoEvenWhenItIsKilled() throws Exception {
        try (Stage stage = Stage.in(sockets)) {
            PluginSpec spec = stage.go("kv");
            Plugin plugin = stage.activated(spec.restart(RestartPolicy.never()));
            assertThat(stage.files()).hasSize(2);
            long pid = Stage.pid(plugin);
            Stage.signal(pid, "KILL");
            Stage.until("its folder is gone", () -> stage.files().isEmpty());
            assertThat(ProcTable.find(pid)).isEmpty();
        }
    }

    // [24.29] [24.30]: a plugin that sees the folder under another path.
    @Test
    void addressesAreTranslatedBothWays() throws Exception {
        Path link = elsewhere.resolve("seen");
        Files.createSymbolicLink(link, sockets);
        List<String> out = Collections.synchronizedList(new ArrayList<>());
        List<String> in = Collections.synchronizedList(new ArrayList<>());
        var translation =
                new Translation(
                        own -> {
                            Address peer = moved(own, sockets, link);
                            out.add(peer.text());
                            return peer;
                        },
                        peer -> {
                            in.add(peer.text());
                            return moved(peer, link, sockets);
                        });
        try (Stage stage = Stage.in(sockets)) {
            PluginSpec spec = stage.go("kv");
            Plugin plugin =
                    stage.activated(within(spec, spec.terms().sockets().translation(translation)));
            Brokered.sumIsAskedOfTheHost(plugin);
            Brokered.sumIsAskedOfThePlugin(plugin);
            assertThat(out).hasSize(2).allMatch(it -> it.startsWith(link.toString()));
            assertThat(in).as("its own and the one it announced").hasSize(2);
            Files.delete(link);
        }
    }

    private static Address moved(Address address, Path from, Path to) {
        Path path = Path.of(address.text());
        return path.startsWith(from) ? Address.unix(to.resolve(from.relativize(path))) : address;
    }
}
