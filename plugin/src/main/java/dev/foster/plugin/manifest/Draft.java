package dev.foster.plugin.manifest;

import dev.foster.plugin.manifest.PluginManifest.Origin;
import dev.foster.plugin.manifest.Terms.Protocol;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What a manifest says, before it is known what is run.
 *
 * @param startTimeout where it says one: what is usual depends on what is run
 */
record Draft(
        Identity identity,
        LaunchWords launch,
        Surroundings surroundings,
        Terms terms,
        Optional<Duration> startTimeout,
        Supervision supervision,
        Messaging messaging) {

    /** Of a plugin that says nothing. */
    static Draft in(Path folder) {
        return new Draft(
                Identity.of(""),
                LaunchWords.NONE,
                new Surroundings(folder, Map.of(), new Inherit.Usual()),
                Terms.USUAL,
                Optional.empty(),
                Supervision.unsaid(),
                Messaging.unsaid());
    }

    PluginManifest manifest(Origin origin, Launch what) {
        return new PluginManifest(
                origin,
                identity,
                what,
                surroundings,
                terms.startTimeout(startTimeout.orElse(Terms.usualStartTimeout(what))),
                supervision,
                messaging.mainClass(launch.runtimes().python().mainClass()));
    }

    /** What it speaks, which is also how it is usually stopped. */
    Draft protocol(Protocol wanted) {
        return terms(terms.protocol(wanted))
                .supervision(
                        supervision.stop(new Supervision.Stop(Optional.empty(), wanted.stop())));
    }

    Draft identity(Identity wanted) {
        return new Draft(wanted, launch, surroundings, terms, startTimeout, supervision, messaging);
    }

    Draft launch(LaunchWords wanted) {
        return new Draft(
                identity, wanted, surroundings, terms, startTimeout, supervision, messaging);
    }

    Draft surroundings(Surroundings wanted) {
        return new Draft(identity, launch, wanted, terms, startTimeout, supervision, messaging);
    }

    Draft terms(Terms wanted) {
        return new Draft(
                identity, launch, surroundings, wanted, startTimeout, supervision, messaging);
    }

    Draft startTimeout(Duration wanted) {
        return new Draft(
                identity, launch, surroundings, terms, Optional.of(wanted), supervision, messaging);
    }

    Draft supervision(Supervision wanted) {
        return new Draft(identity, launch, surroundings, terms, startTimeout, wanted, messaging);
    }

    Draft messaging(Messaging wanted) {
        return new Draft(identity, launch, surroundings, terms, startTimeout, supervision, wanted);
    }
}
