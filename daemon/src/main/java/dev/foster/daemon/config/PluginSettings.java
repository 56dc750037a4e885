package dev.foster.daemon.config;

import dev.foster.document.Difference;
import dev.foster.plugin.PluginSpec;
import dev.foster.plugin.manifest.LaunchEnvironment;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.process.ChildSpec;
import dev.foster.process.Confinement;
import dev.foster.process.Isolation;
import dev.foster.settings.Limits;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.RestartPolicy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that a manifest and, over it, a project's file say of one plugin.
 *
 * @param origin where it comes from, as the file says it
 * @param own what it finds in its environment
 * @param process it among the processes, without what makes a plugin of it
 * @param optional whether it is left out where what runs it is not installed
 */
record PluginSettings(
        Origin origin,
        Own own,
        PluginSpec plugin,
        ProcessSpec process,
        boolean optional,
        SignSpec signs,
        Optional<String> description) {
    /** Where a plugin finds what stands below {@code config}, as JSON. */
    static final String CONFIG_VARIABLE = "FOSTER_PLUGIN_CONFIG";

    private static final ChildSpec NOTHING = ChildSpec.of(RunSection.NONE);

    /** Of which nothing is said, neither here nor in a manifest. */
    static final PluginSettings PLAIN =
            new PluginSettings(
                    Origin.USUAL,
                    Own.NOTHING,
                    PluginSpec.of("any", NOTHING, PluginHosting.options()),
                    ProcessSpec.of("any", NOTHING),
                    false,
                    SignSpec.NONE,
                    Optional.empty());

    /**
     * Where a plugin comes from.
     *
     * @param path the folder with its manifest, or where its module is found
     * @param module a Python module instead of a manifest
     * @param mainClass the class in it that is the plugin
     */
    record Origin(Optional<Path> path, Optional<String> module, Optional<String> mainClass) {
        static final Origin USUAL =
                new Origin(Optional.empty(), Optional.empty(), Optional.empty());

        Origin path(Path wanted) {
            return new Origin(Optional.of(wanted), module, mainClass);
        }

        Origin module(String wanted) {
            return new Origin(path, Optional.of(wanted), mainClass);
        }

        Origin mainClass(String wanted) {
            return new Origin(path, module, Optional.of(wanted));
        }
    }

    /**
     * What a plugin finds in its environment, over what its manifest says.
     *
     * @param config its settings, as JSON
     */
    record Own(Optional<String> config, Map<String, String> variables) {
        static final Own NOTHING = new Own(Optional.empty(), Map.of());

        Own {
            variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
        }

        private static Own of(Map<String, String> all) {
            var variables = new LinkedHashMap<>(all);
            return new Own(Optional.ofNullable(variables.remove(CONFIG_VARIABLE)), variables);
        }

        private Map<String, String> over(Map<String, String> manifest) {
            var all = new LinkedHashMap<>(manifest);
            config.ifPresent(json -> all.put(CONFIG_VARIABLE, json));
            all.putAll(variables);
            return all;
        }
    }

    /** How it is asked how it is. */
    record Health(Liveness liveness, String service) {
        Health liveness(Liveness wanted) {
            return new Health(wanted, service);
        }
    }

    /** By its manifest alone. */
    static PluginSettings of(PluginManifest manifest) {
        PluginSpec plugin = PluginSpec.of(manifest, PluginHosting.options(manifest));
        var conditions = new LinkedHashMap<String, Condition>();
        manifest.supervision().dependsOn().forEach(on -> conditions.put(on, Condition.READY));
        ChildSpec child =
                ChildSpec.of(PluginWords.command(manifest))
                        .directory(manifest.surroundings().workingDirectory())
                        .stopPlan(manifest.supervision().stop().plan())
                        .confinement(manifest.supervision().bounds().confinement());
        ProcessSpec process =
                ProcessSpec.of(manifest.id(), child)
                        .limitRule(manifest.supervision().bounds().rule())
                        .dependsOn(conditions)
                        .enabled(manifest.supervision().enabled());
        return new PluginSettings(
                Origin.USUAL,
                Own.NOTHING,
                plugin,
                process,
                false,
                SignSpec.NONE,
                Optional.of(manifest.description()));
    }

    /** As it is supervised. */
    static PluginSettings of(PluginSpec plugin, ProcessSettings process) {
        var bare =
                new PluginSettings(
                        Origin.USUAL,
                        Own.NOTHING,
                        plugin,
                        process.spec(),
                        false,
                        process.signs(),
                        process.description());
        return bare.manifest()
                .map(it -> bare.own(Own.of(it.surroundings().environment())))
                .orElse(bare);
    }

    /** What another says otherwise, field by field; of manifests only that they differ. */
    List<Difference> differences(PluginSettings next) {
        var told = new ArrayList<>(PluginSection.PLUGIN.differences(this, next));
        if (!manifest()
                .map(PluginSettings::bare)
                .equals(next.manifest().map(PluginSettings::bare))) {
            told.add(new Difference("its manifest", "", ""));
        }
        return told;
    }

    private Optional<PluginManifest> manifest() {
        return plugin.source() instanceof PluginSpec.Source.Manifest(PluginManifest it)
                ? Optional.of(it)
                : Optional.empty();
    }

    /** Without its variables, which are told by name. */
    private static PluginManifest bare(PluginManifest manifest) {
        return with(manifest, Map.of());
    }

    private static PluginManifest with(PluginManifest manifest, Map<String, String> variables) {
        LaunchEnvironment own = manifest.surroundings();
        return manifest.surroundings(
                new LaunchEnvironment(own.workingDirectory(), variables, own.inherit()));
    }

    PluginSettings origin(Origin wanted) {
        return new PluginSettings(wanted, own, plugin, process, optional, signs, description);
    }

    PluginSettings own(Own wanted) {
        return new PluginSettings(origin, wanted, plugin, process, optional, signs, description);
    }

    PluginSettings plugin(PluginSpec wanted) {
        return new PluginSettings(origin, own, wanted, process, optional, signs, description);
    }

    PluginSettings process(ProcessSpec wanted) {
        return new PluginSettings(origin, own, plugin, wanted, optional, signs, description);
    }

    PluginSettings optional(boolean wanted) {
        return new PluginSettings(origin, own, plugin, process, wanted, signs, description);
    }

    PluginSettings signs(SignSpec wanted) {
        return new PluginSettings(origin, own, plugin, process, optional, wanted, description);
    }

    PluginSettings description(String wanted) {
        return new PluginSettings(
                origin, own, plugin, process, optional, signs, Optional.of(wanted));
    }

    boolean enabled() {
        return process.enabled();
    }

    PluginSettings enabled(boolean wanted) {
        return process(process.enabled(wanted));
    }

    /** Those are added to what its manifest depends on. */
    PluginSettings dependsOn(Map<String, Condition> wanted) {
        var all = new LinkedHashMap<>(process.dependsOn());
        all.putAll(wanted);
        return process(process.dependsOn(all));
    }

    RestartPolicy restart() {
        return plugin.restart();
    }

    PluginSettings restart(RestartPolicy wanted) {
        return plugin(plugin.restart(wanted));
    }

    Duration startTimeout() {
        return plugin.terms().startTimeout();
    }

    PluginSettings startTimeout(Duration wanted) {
        return plugin(plugin.terms(plugin.terms().startTimeout(wanted)));
    }

    Optional<Health> health() {
        return plugin.health().map(it -> new Health(it, plugin.terms().healthService()));
    }

    PluginSettings health(Optional<Health> wanted) {
        PluginSpec asked = plugin.health(wanted.map(Health::liveness));
        return plugin(
                wanted.map(it -> asked.terms(asked.terms().healthService(it.service())))
                        .orElse(asked));
    }

    Limits limits() {
        return new Limits(process.child().confinement().limits(), process.limitRule());
    }

    PluginSettings limits(Limits wanted) {
        return process(
                process.child(
                                process.child()
                                        .confinement(
                                                new Confinement(wanted.amounts(), isolation())))
                        .limitRule(wanted.rule()));
    }

    Isolation isolation() {
        return process.child().confinement().isolation();
    }

    PluginSettings isolation(Isolation wanted) {
        var confinement = new Confinement(process.child().confinement().limits(), wanted);
        return process(process.child(process.child().confinement(confinement)));
    }

    /** The same by its manifest, with all that it finds in its environment. */
    PluginSettings complete(PluginManifest manifest) {
        PluginManifest full = with(manifest, own.over(manifest.surroundings().environment()));
        return plugin(
                        new PluginSpec(
                                plugin.id(),
                                new PluginSpec.Source.Manifest(full),
                                plugin.terms(),
                                plugin.callbacks(),
                                plugin.restart(),
                                plugin.health(),
                                plugin.dependsOn()))
                .process(process.restart(plugin.restart()));
    }
}
