package dev.foster.daemon.plugins;

import dev.foster.daemon.config.Project;
import dev.foster.plugin.PluginSpec;
import dev.foster.plugin.manifest.PluginManifest;

import java.util.Objects;

/** What a plugin is, in words. Apart, so that a project without plugins loads nothing of them. */
public final class PluginFacts {
    private PluginFacts() {}

    /** Only for a process of the project that is a plugin. */
    public static String words(Project project, String name) {
        PluginSpec plugin = Objects.requireNonNull(project.plugins().get(name));
        String speaks = plugin.messages() ? "speaks NATS" : "speaks gRPC";
        return switch (plugin.source()) {
            case PluginSpec.Source.Manifest(PluginManifest manifest) ->
                    manifest.name() + " " + manifest.version() + ", " + speaks;
            case PluginSpec.Source.Command _ -> "without a manifest, " + speaks;
        };
    }
}
