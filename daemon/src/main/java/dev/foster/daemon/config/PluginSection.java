package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.daemon.config.PluginSettings.Health;
import dev.foster.daemon.config.PluginSettings.Origin;
import dev.foster.daemon.config.PluginSettings.Own;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Words;
import dev.foster.plugin.HostOptions;
import dev.foster.settings.BoundSections;
import dev.foster.settings.RestartSection;
import dev.foster.supervise.spec.Liveness;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** One entry below {@code plugins}. */
final class PluginSection {
    private static final String MANIFESTS = "what its manifest says";
    private static final int MOST_FAILURES = 1000;

    // Python itself imports a module whose name has a dash; only its statement cannot say so.
    private static final Pattern MODULE =
            Pattern.compile("[\\p{L}\\p{N}_-]+(?:\\.[\\p{L}\\p{N}_-]+)*");

    private static final Type<String> MODULES =
            Types.CONTENT.checked(
                    (name, value, where) ->
                            MODULE.matcher(name).matches()
                                    ? Optional.of(name)
                                    : where.refuse(
                                            value,
                                            Words.quote(name) + " is no name of a module",
                                            "write it like plugins.dice-roller.plugin"),
                    name -> name);

    /** A mapping, as JSON for those who are not to read YAML. */
    private static final Type<String> CONFIG =
            Type.of(
                    (value, where) ->
                            where.scalars().mapping(value, where.label()).map(PlainJson::of),
                    json -> json,
                    _ -> Map.of("type", "object"));

    /** Where it comes from; that is known before the rest can be read. */
    static final Section<Origin> ORIGIN =
            Section.of("", "", "", Origin.USUAL)
                    .optional(
                            "path",
                            Types.PATH,
                            Origin::path,
                            Origin::path,
                            says("The folder with its manifest, relative to the directory of the"
                                            + " project.")
                                    .usually("the folder of its id in `plugins_dir`, or in plugins")
                                    .example("extras/dice-roller"))
                    .optional(
                            "module",
                            MODULES,
                            Origin::module,
                            Origin::module,
                            says("Instead of a manifest: the Python module of a plugin that talks"
                                            + " NATS. It is found from `path`, which is then the"
                                            + " directory of the project.")
                                    .example("plugins.dice-roller.plugin"))
                    .optional(
                            "class",
                            Types.CONTENT,
                            Origin::mainClass,
                            Origin::mainClass,
                            says(
                                    "With `module`: the class that is the plugin, where the module"
                                            + " has more than one that could be."));

    private static final Section<Own> OWN =
            Section.of("", "", "", Own.NOTHING)
                    .optional(
                            "config",
                            CONFIG,
                            Own::config,
                            (it, json) -> new Own(Optional.of(json), it.variables()),
                            says("Settings of its own. It finds them as JSON in the variable"
                                            + " FOSTER_PLUGIN_CONFIG.")
                                    .hidden()
                                    .example(Map.of("max_dice", 20)))
                    .optional(
                            "environment",
                            VariableTypes.VARIABLES,
                            it -> Optional.of(it.variables()).filter(all -> !all.isEmpty()),
                            (it, variables) -> new Own(it.config(), variables),
                            says("Variables for it, as those of a process. They win over those of"
                                            + " its manifest. Of Foster's own variables it gets"
                                            + " only those its manifest asks for.")
                                    .example(Map.of("LOG", "debug")));

    private static final Section<Health> HEALTH =
            Section.of(
                            "health",
                            "Health",
                            "Below `health` of a plugin: how it is asked, by the health service of"
                                    + " gRPC or over the bus.",
                            usualHealth(PluginHosting.options()))
                    .field(
                            "service",
                            Types.TEXT,
                            Health::service,
                            (it, name) -> new Health(it.liveness(), name),
                            says("The service that is asked for."))
                    .field(
                            "period",
                            Types.SPAN,
                            it -> it.liveness().period(),
                            (it, time) ->
                                    it.liveness(
                                            new Liveness(
                                                    it.liveness().probe(),
                                                    time,
                                                    it.liveness().timeout(),
                                                    it.liveness().failures())),
                            says("The time between two attempts."))
                    .field(
                            "timeout",
                            Types.SPAN,
                            it -> it.liveness().timeout(),
                            (it, time) ->
                                    it.liveness(
                                            new Liveness(
                                                    it.liveness().probe(),
                                                    it.liveness().period(),
                                                    time,
                                                    it.liveness().failures())),
                            says("How long one attempt may take."))
                    .field(
                            "failures",
                            Types.whole(1, MOST_FAILURES),
                            it -> it.liveness().failures(),
                            (it, most) ->
                                    it.liveness(
                                            new Liveness(
                                                    it.liveness().probe(),
                                                    it.liveness().period(),
                                                    it.liveness().timeout(),
                                                    most)),
                            says("How many failures in a row make it unhealthy."));

    static final Section<PluginSettings> PLUGIN =
            Section.of(
                            "plugin",
                            "A plugin",
                            "One entry below `plugins`, named by the id in the plugin's manifest"
                                + " (`plugin.yaml`, or Mattermost's `plugin.json`). A plugin is"
                                + " started, watched, restarted and stopped like a process, and"
                                + " other processes and groups can name it. What stands here is put"
                                + " over what the manifest says.",
                            PluginSettings.PLAIN)
                    .part(ORIGIN, PluginSettings::origin, PluginSettings::origin)
                    .part(OWN, PluginSettings::own, PluginSettings::own)
                    .field(
                            "enabled",
                            Types.TRUTH,
                            PluginSettings::enabled,
                            PluginSettings::enabled,
                            says("Whether it is started with the project; if not, only when"
                                            + " somebody asks. `foster plugin enable` and `disable`"
                                            + " win over it.")
                                    .usually(MANIFESTS + ", else true"))
                    .field(
                            "optional",
                            Types.TRUTH,
                            PluginSettings::optional,
                            PluginSettings::optional,
                            says(
                                    "Whether it is left out, with a notice, where what runs it"
                                            + " (Python, Node.js) is not installed."))
                    .field(
                            "depends_on",
                            Dependencies.TYPE,
                            it -> it.process().dependsOn(),
                            PluginSettings::dependsOn,
                            says("What must hold before it is started, as for a process; added to"
                                            + " the plugins its manifest depends on.")
                                    .example(Map.of("database", "ready")))
                    .field(
                            "health",
                            Types.orNone(HEALTH.type()),
                            PluginSettings::health,
                            PluginSettings::health,
                            says("How it is asked how it is, or `none`.").usually(MANIFESTS))
                    .field(
                            "restart",
                            RestartSection.RESTART.orJust("policy"),
                            PluginSettings::restart,
                            PluginSettings::restart,
                            says("What happens when it ends by itself, as for a process.")
                                    .usually(
                                            MANIFESTS
                                                    + ", else always, limit 2 in 60m; for `nats`"
                                                    + " limit 5 in 5m, waits of 0, 1, 2, 4, 8, 16"
                                                    + " and 30 s")
                                    .example("on-failure"))
                    .field(
                            "start_timeout",
                            Types.SPAN,
                            PluginSettings::startTimeout,
                            PluginSettings::startTimeout,
                            says("How long it has from its start until it serves.")
                                    .usually(
                                            MANIFESTS
                                                    + ", else 10s for an interpreter, 3s for a"
                                                    + " program of its own"))
                    .field(
                            "limits",
                            BoundSections.LIMITS.type(),
                            PluginSettings::limits,
                            PluginSettings::limits,
                            says("What it and its descendants may use together, over what its"
                                            + " manifest says.")
                                    .example(Map.of("memory", "256MB")))
                    .field(
                            "isolation",
                            BoundSections.ISOLATION.type(),
                            PluginSettings::isolation,
                            PluginSettings::isolation,
                            says("What it is kept from, over what its manifest says.")
                                    .example(Map.of("user", "nobody")))
                    .part(SignSections.SIGNS, PluginSettings::signs, PluginSettings::signs)
                    .optional(
                            "description",
                            Types.TEXT,
                            PluginSettings::description,
                            PluginSettings::description,
                            says("What it is for, in your own words.").usually(MANIFESTS));

    private PluginSection() {}

    private static Health usualHealth(HostOptions host) {
        return new Health(host.health(), host.terms().healthService());
    }
}
