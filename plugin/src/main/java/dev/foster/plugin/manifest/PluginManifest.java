package dev.foster.plugin.manifest;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * What a plugin says about itself: what it is, what is run, and how it wants to be treated.
 *
 * @param origin where this was read
 * @param messaging what it says about messages, where it talks NATS
 */
public record PluginManifest(
        Origin origin,
        About about,
        Launch launch,
        LaunchEnvironment surroundings,
        ProtocolTerms terms,
        Supervision supervision,
        Messaging messaging) {

    /**
     * Where a manifest was read.
     *
     * @param folder the plugin's folder, absolute
     * @param file the manifest in it
     */
    public record Origin(Path folder, Path file, Format format) {
        public Origin {
            Objects.requireNonNull(folder);
            Objects.requireNonNull(file);
            Objects.requireNonNull(format);
        }
    }

    /** Whose words a manifest uses. */
    public enum Format {
        FOSTER,
        MATTERMOST
    }

    public PluginManifest {
        Objects.requireNonNull(origin);
        Objects.requireNonNull(about);
        Objects.requireNonNull(launch);
        Objects.requireNonNull(surroundings);
        Objects.requireNonNull(terms);
        Objects.requireNonNull(supervision);
        Objects.requireNonNull(messaging);
    }

    /** The same plugin in other surroundings. */
    public PluginManifest surroundings(LaunchEnvironment wanted) {
        return new PluginManifest(origin, about, launch, wanted, terms, supervision, messaging);
    }

    /** Whether it sends messages over the bus instead of serving calls. */
    public boolean messages() {
        return terms.protocol() == ProtocolTerms.Protocol.NATS;
    }

    public String id() {
        return about.id();
    }

    /** What people call it. */
    public String name() {
        return about.name();
    }

    /** Its own version; empty when it says none. */
    public String version() {
        return about.version();
    }

    /** What it is for; empty when it does not say. */
    public String description() {
        return about.description();
    }

    /** The oldest version of the host it works with, by a Mattermost manifest. */
    public Optional<String> minimumHost() {
        return about.minimumHost();
    }

    /** The plugin's folder, absolute. */
    public Path folder() {
        return origin.folder();
    }
}
