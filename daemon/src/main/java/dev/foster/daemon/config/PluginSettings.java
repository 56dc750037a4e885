package dev.foster.daemon.config;

import dev.foster.document.Place;
import dev.foster.document.Scalars;
import dev.foster.document.Type;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Words;
import dev.foster.plugin.HostOptions;
import dev.foster.plugin.PluginSpec;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.manifest.Supervision;
import dev.foster.plugin.manifest.Surroundings;
import dev.foster.process.Confinement;
import dev.foster.process.Isolation;
import dev.foster.settings.BoundSections;
import dev.foster.settings.Limits;
import dev.foster.settings.RestartSection;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.RestartPolicy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a project's file says of one plugin, to be put over its manifest. */
final class PluginSettings {
    /** Where a plugin finds what stands below {@code config}, as JSON. */
    static final String CONFIG_VARIABLE = "FOSTER_PLUGIN_CONFIG";

    // Python itself imports a module whose name has a dash; only its statement cannot say so.
    private static final Pattern MODULE =
            Pattern.compile("[\\p{L}\\p{N}_-]+(?:\\.[\\p{L}\\p{N}_-]+)*");

    private final Mapping fields;
    private final String label;
    private final Context context;
    private final Scalars scalars;
    private final Map<String, Condition> dependencies;

    private PluginSettings(Mapping fields, String label, Context context) {
        this.fields = fields;
        this.label = label;
        this.context = context;
        this.scalars = context.scalars();
        this.dependencies =
                read("depends_on", Dependencies.TYPE, Optional.empty()).orElse(Map.of());
    }

    static PluginSettings of(Mapping fields, String label, Context context) {
        Section.PLUGIN.only(fields, label, context.scalars());
        return new PluginSettings(fields, label, context);
    }

    /** Nothing is said. */
    static PluginSettings none(Context context) {
        var nothing = new Mapping(Place.whole(context.directory()), Map.of());
        return new PluginSettings(nothing, "plugins", context);
    }

    Map<String, Condition> dependencies() {
        return dependencies;
    }

    /** Where the names of what it depends on stand. */
    Map<String, Place> links() {
        return fields.get("depends_on").map(Dependencies::places).orElse(Map.of());
    }

    private <T> Optional<T> read(String key, Type<T> type, Optional<T> base) {
        return fields.get(key).flatMap(it -> type.read(it, context.where(label + "." + key), base));
    }

    Optional<Boolean> enabled() {
        return fields.get("enabled").flatMap(it -> scalars.truth(it, label + ".enabled"));
    }

    /** Whether it is left out where what runs it is not installed. */
    boolean optional() {
        return fields.get("optional")
                .flatMap(it -> scalars.truth(it, label + ".optional"))
                .orElse(false);
    }

    Optional<String> description() {
        return fields.get("description").flatMap(it -> scalars.text(it, label + ".description"));
    }

    SignSpec signs() {
        return SignSections.SIGNS.bind(fields, context.where(label), SignSpec.NONE);
    }

    /** Notes what is wrong with it. The same fault is told once, however often it is met. */
    void check() {
        HostOptions host = PluginHosting.options();
        var _ = enabled();
        var _ = optional();
        var _ = description();
        var _ = signs();
        var _ = environment();
        var _ = startTimeout();
        var _ = restart(host.restart());
        var _ = health(Optional.of(host.health()));
        var _ = healthService();
        var _ = confinement(Supervision.unsaid());
        var _ = limitRule(Supervision.unsaid());
    }

    /** What it may use and what it is kept from, over what its manifest says of that. */
    Confinement confinement(Supervision manifest) {
        Isolation below = manifest.bounds().confinement().isolation();
        return new Confinement(
                limits(manifest).amounts(),
                read("isolation", BoundSections.ISOLATION.type(), Optional.of(below))
                        .orElse(below));
    }

    LimitRule limitRule(Supervision manifest) {
        return limits(manifest).rule();
    }

    private Limits limits(Supervision manifest) {
        var below = new Limits(manifest.bounds().confinement().limits(), manifest.bounds().rule());
        return read("limits", BoundSections.LIMITS.type(), Optional.of(below)).orElse(below);
    }

    /** The module that stands here instead of a manifest. */
    Optional<Value> module() {
        return fields.get("module");
    }

    /** What a manifest would say that has only the module. */
    Optional<PluginManifest> manifest(String name, Path folder, Path file) {
        Optional<String> module =
                module().flatMap(it -> scalars.content(it, label + ".module"))
                        .filter(this::isModule);
        Optional<String> mainClass =
                fields.get("class").flatMap(it -> scalars.content(it, label + ".class"));
        return module.map(it -> MessageModule.manifest(name, it, mainClass, folder, file));
    }

    private boolean isModule(String name) {
        boolean valid = MODULE.matcher(name).matches();
        if (!valid) {
            var _ =
                    scalars.refuse(
                            module().orElseThrow(),
                            label + ".module",
                            "\"" + Words.clip(name) + "\" is no name of a module",
                            "write it like plugins.dice-roller.plugin");
        }
        return valid;
    }

    /** The plugin, as its manifest and this say. */
    PluginSpec over(PluginManifest manifest) {
        PluginSpec plain =
                PluginSpec.of(withEnvironment(manifest), PluginHosting.options(manifest));
        var terms = plain.terms();
        terms = startTimeout().map(terms::startTimeout).orElse(terms);
        terms = healthService().map(terms::healthService).orElse(terms);
        return plain.terms(terms).restart(restart(plain.restart())).health(health(plain.health()));
    }

    private PluginManifest withEnvironment(PluginManifest manifest) {
        Surroundings own = manifest.surroundings();
        var variables = new LinkedHashMap<>(own.environment());
        variables.putAll(environment());
        return manifest.surroundings(
                new Surroundings(own.workingDirectory(), variables, own.inherit()));
    }

    private Map<String, String> environment() {
        var variables = new LinkedHashMap<String, String>();
        fields.get("config")
                .flatMap(it -> scalars.mapping(it, label + ".config"))
                .ifPresent(it -> variables.put(CONFIG_VARIABLE, PlainJson.of(it)));
        read("environment", VariableTypes.VARIABLES, Optional.empty()).ifPresent(variables::putAll);
        return variables;
    }

    private Optional<Duration> startTimeout() {
        return fields.get("start_timeout")
                .flatMap(it -> scalars.span(it, label + ".start_timeout"));
    }

    private RestartPolicy restart(RestartPolicy plain) {
        return read("restart", RestartSection.RESTART.orJust("policy"), Optional.of(plain))
                .orElse(plain);
    }

    private Optional<Mapping> healthFields() {
        Optional<Value> health = fields.get("health");
        if (health.isEmpty() || isNone(health.get())) {
            return Optional.empty();
        }
        Optional<Mapping> mapping = scalars.mapping(health.get(), label + ".health");
        mapping.ifPresent(it -> Section.HEALTH.only(it, label + ".health", scalars));
        return mapping;
    }

    private static boolean isNone(Value value) {
        return value instanceof Scalar word && word.text().equals("none");
    }

    private Optional<String> healthService() {
        return healthFields()
                .flatMap(it -> it.get("service"))
                .flatMap(it -> scalars.text(it, label + ".health.service"));
    }

    private Optional<Liveness> health(Optional<Liveness> plain) {
        if (fields.get("health").filter(PluginSettings::isNone).isPresent()) {
            return Optional.empty();
        }
        Optional<Mapping> wishes = healthFields();
        if (wishes.isEmpty()) {
            return plain;
        }
        Mapping mapping = wishes.get();
        String at = label + ".health";
        Liveness base = plain.orElse(PluginHosting.options().health());
        return Optional.of(
                new Liveness(
                        base.probe(),
                        mapping.get("period")
                                .flatMap(it -> scalars.span(it, at + ".period"))
                                .orElse(base.period()),
                        mapping.get("timeout")
                                .flatMap(it -> scalars.span(it, at + ".timeout"))
                                .orElse(base.timeout()),
                        mapping.get("failures")
                                .flatMap(it -> scalars.whole(it, at + ".failures", 1, 1000))
                                .orElse(base.failures())));
    }
}
