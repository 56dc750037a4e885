package dev.foster.daemon.operations;

import dev.foster.plugin.PluginSpec;
import dev.foster.plugin.manifest.PluginManifest;

/** What a plugin is, in words. Apart, so that a project without plugins loads nothing of them. */
final class PluginFacts {
    private PluginFacts() {}

    static String words(PluginSpec plugin) {
        String speaks = plugin.messages() ? "speaks NATS" : "speaks gRPC";
        return switch (plugin.source()) {
            case PluginSpec.Source.Manifest(PluginManifest manifest) ->
                    manifest.name() + " " + manifest.version() + ", " + speaks;
            case PluginSpec.Source.Command _ -> "without a manifest, " + speaks;
        };
    }
}
