package dev.foster.plugin.manifest;

import dev.foster.plugin.manifest.PluginManifest.Origin;
import dev.foster.plugin.manifest.ProtocolTerms.Protocol;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What a manifest says, before it is known what is run.
 *
 * @param startTimeout where it says one: what is usual depends on what is run
 */
record ManifestWords(
        About about,
        LaunchWords launch,
        LaunchEnvironment surroundings,
        ProtocolTerms terms,
        Optional<Duration> startTimeout,
        Supervision supervision,
        Messaging messaging) {

    /** Of a plugin that says nothing. */
    static ManifestWords in(Path folder) {
        return new ManifestWords(
                About.of(""),
                LaunchWords.NONE,
                new LaunchEnvironment(folder, Map.of(), new Inherit.Usual()),
                ProtocolTerms.USUAL,
                Optional.empty(),
                Supervision.unsaid(),
                Messaging.unsaid());
    }

    PluginManifest manifest(Origin origin, Launch what) {
        return new PluginManifest(
                origin,
                about,
                what,
                surroundings,
                terms.startTimeout(startTimeout.orElse(ProtocolTerms.usualStartTimeout(what))),
                supervision,
                messaging.mainClass(launch.byRuntime().python().mainClass()));
    }

    /** What it speaks, which is also how it is usually stopped. */
    ManifestWords protocol(Protocol wanted) {
        return terms(terms.protocol(wanted))
                .supervision(
                        supervision.stop(new Supervision.Stop(Optional.empty(), wanted.stop())));
    }

    ManifestWords about(About wanted) {
        return new ManifestWords(
                wanted, launch, surroundings, terms, startTimeout, supervision, messaging);
    }

    ManifestWords launch(LaunchWords wanted) {
        return new ManifestWords(
                about, wanted, surroundings, terms, startTimeout, supervision, messaging);
    }

    ManifestWords surroundings(LaunchEnvironment wanted) {
        return new ManifestWords(
                about, launch, wanted, terms, startTimeout, supervision, messaging);
    }

    ManifestWords terms(ProtocolTerms wanted) {
        return new ManifestWords(
                about, launch, surroundings, wanted, startTimeout, supervision, messaging);
    }

    ManifestWords startTimeout(Duration wanted) {
        return new ManifestWords(
                about, launch, surroundings, terms, Optional.of(wanted), supervision, messaging);
    }

    ManifestWords supervision(Supervision wanted) {
        return new ManifestWords(
                about, launch, surroundings, terms, startTimeout, wanted, messaging);
    }

    ManifestWords messaging(Messaging wanted) {
        return new ManifestWords(
                about, launch, surroundings, terms, startTimeout, supervision, wanted);
    }
}
