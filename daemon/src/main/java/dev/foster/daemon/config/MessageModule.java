package dev.foster.daemon.config;

import dev.foster.plugin.manifest.About;
import dev.foster.plugin.manifest.Inherit;
import dev.foster.plugin.manifest.Launch;
import dev.foster.plugin.manifest.LaunchEnvironment;
import dev.foster.plugin.manifest.Messaging;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.manifest.ProtocolTerms;
import dev.foster.plugin.manifest.Supervision;
import dev.foster.plugin.manifest.VersionRange;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A Python module that is a message plugin, and has no manifest to say so. */
final class MessageModule {
    private MessageModule() {}

    /**
     * What its manifest would say.
     *
     * @param root where its name begins; what it requires is looked for there, too
     * @param file where it is named
     */
    static PluginManifest manifest(
            String name, String module, Optional<String> mainClass, Path root, Path file) {
        return new PluginManifest(
                new PluginManifest.Origin(root, file, PluginManifest.Format.FOSTER),
                About.of(name),
                new Launch.Python(
                        new Launch.Entry.Module(module),
                        List.of(),
                        VersionRange.ANY,
                        Launch.Mode.AUTO,
                        Optional.empty(),
                        Optional.empty()),
                new LaunchEnvironment(root, Map.of(), new Inherit.Usual()),
                ProtocolTerms.USUAL
                        .protocol(ProtocolTerms.Protocol.NATS)
                        .tls(ProtocolTerms.Tls.NONE),
                Supervision.unsaid(ProtocolTerms.Protocol.NATS.stop()),
                Messaging.unsaid().mainClass(mainClass));
    }
}
