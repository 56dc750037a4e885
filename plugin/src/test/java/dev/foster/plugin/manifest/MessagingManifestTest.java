package dev.foster.plugin.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** What a plugin that talks NATS says about itself. */
class MessagingManifestTest {
    @TempDir Path folder;

    @Test
    void itNamesItsCommandsAndItsSubjects() {
        PluginManifest manifest =
                Manifests.yaml(
                        folder,
                        """
                        id: dice-roller
                        protocol: nats
                        main: plugin.py
                        commands:
                          roll: {subject: bot.dice.roll, description: rolls dice}
                          flip: bot.dice.flip
                        permissions: {publish: [bot.event.>], subscribe: [bot.dice.*]}
                        python: {class: DicePlugin}
                        """);
        Messaging messaging = manifest.messaging();
        assertThat(manifest.messages()).isTrue();
        assertThat(messaging.commands().keySet()).containsExactly("roll", "flip");
        assertThat(messaging.commands().get("roll"))
                .isEqualTo(new Messaging.Command("bot.dice.roll", "rolls dice"));
        assertThat(messaging.commands().get("flip"))
                .isEqualTo(new Messaging.Command("bot.dice.flip", ""));
        assertThat(messaging.permissions())
                .contains(new Messaging.Permissions(List.of("bot.event.>"), List.of("bot.dice.*")));
        assertThat(messaging.mainClass()).contains("DicePlugin");
        assertThat(messaging.shared()).isTrue();
    }

    @Test
    void whatIsNotSaidIsAllowed() {
        PluginManifest manifest =
                Manifests.yaml(folder, "id: a\nmain: plugin.py\nprotocol: nats\nshared: false");
        assertThat(manifest.messaging().permissions()).isEmpty();
        assertThat(manifest.messaging().commands()).isEmpty();
        assertThat(manifest.messaging().shared()).isFalse();
    }

    @Test
    void whatIsWrongIsSaidInWords() {
        assertThat(Manifests.refused(folder, "id: a.b\nmain: a.py\nprotocol: nats"))
                .contains("\"a.b\" is part of subjects", "write it like a-b");
        assertThat(Manifests.refused(folder, "id: a\nmain: a.py\ncommands: {roll: x.y}"))
                .contains(
                        "cannot read commands: the plugin does not talk NATS; add protocol: nats");
        assertThat(
                        Manifests.refused(
                                folder,
                                "id: a\nmain: a.py\nprotocol: nats\ncommands: {roll: 'x.>'}"))
                .contains("cannot read commands.roll: \"x.>\" is no subject to send to");
        assertThat(
                        Manifests.refused(
                                folder,
                                "id: a\nmain: a.py\nprotocol: nats\npermissions: {publish: [a b]}"))
                .contains("cannot read permissions.publish[0]: \"a b\" is no subject");
    }
}
