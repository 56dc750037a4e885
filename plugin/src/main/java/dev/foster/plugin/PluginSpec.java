package dev.foster.plugin;

import dev.foster.plugin.manifest.Inherit;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.manifest.ProtocolTerms;
import dev.foster.plugin.manifest.Supervision;
import dev.foster.plugin.protocol.handshake.MagicCookie;
import dev.foster.plugin.session.Encryption;
import dev.foster.plugin.session.HostServices;
import dev.foster.plugin.session.SessionTerms;
import dev.foster.process.ChildSpec;
import dev.foster.process.Environment;
import dev.foster.process.Stdin;
import dev.foster.supervise.spec.Attendant;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One plugin: what is run, how host and plugin speak, and how it is looked after.
 *
 * @param id what it is called everywhere
 * @param source where its command comes from
 * @param terms how host and plugin come to speak
 * @param callbacks what the host offers it at an address in its environment
 * @param restart what happens when it ends by itself
 * @param health how often it is asked how it is; not at all when absent
 * @param dependsOn the ids of plugins that must be running before it
 */
public record PluginSpec(
        String id,
        Source source,
        SessionTerms terms,
        Optional<HostServices> callbacks,
        RestartPolicy restart,
        Optional<Liveness> health,
        List<String> dependsOn) {
    /**
     * The session says itself when the time of a start is over; this is for one that does not get
     * to it, as what the host needs for itself is not counted.
     */
    private static final Duration HOST_SLACK = Duration.ofSeconds(30);

    public PluginSpec {
        Objects.requireNonNull(id);
        Objects.requireNonNull(source);
        Objects.requireNonNull(terms);
        Objects.requireNonNull(callbacks);
        Objects.requireNonNull(restart);
        Objects.requireNonNull(health);
        dependsOn = List.copyOf(dependsOn);
    }

    /** Where a plugin's command comes from. */
    public sealed interface Source {

        /** From its manifest; files and environments are looked at anew before each run. */
        record Manifest(PluginManifest manifest) implements Source {}

        /** It is known. */
        record Command(ChildSpec child) implements Source {}
    }

    /**
     * A plugin whose command is known, looked after as the host does by default. Of the host's
     * environment it gets the usual variables, unless its command names others; see {@link
     * #inherit}.
     */
    public static PluginSpec of(String id, ChildSpec child, HostOptions host) {
        return new PluginSpec(
                id,
                new Source.Command(isolated(child)),
                host.terms(),
                host.callbacks().apply(id),
                host.restart(),
                Optional.of(host.health()),
                List.of());
    }

    /** With an environment without the host's secrets, and an input whose end shows its death. */
    private static ChildSpec isolated(ChildSpec child) {
        ChildSpec piped = child.stdin() == Stdin.NULL ? child.stdin(Stdin.PIPE) : child;
        return child.environment().inherited().isEmpty()
                ? piped.environment(inheriting(child.environment(), new Inherit.Usual()))
                : piped;
    }

    private static Environment inheriting(Environment environment, Inherit inherit) {
        return new Environment(
                inherit.environment(System.getenv().keySet()).inherited(),
                environment.set(),
                environment.removed());
    }

    /** A plugin by its manifest; what that does not say is as the host has it. */
    public static PluginSpec of(PluginManifest manifest, HostOptions host) {
        Supervision wishes = manifest.supervision();
        return new PluginSpec(
                manifest.id(),
                new Source.Manifest(manifest),
                terms(manifest, host.terms()),
                host.callbacks().apply(manifest.id()),
                wishes.restart().over(host.restart()),
                wishes.health().wanted()
                        ? Optional.of(health(wishes.health(), host.health()))
                        : Optional.empty(),
                wishes.dependsOn());
    }

    private static SessionTerms terms(PluginManifest manifest, SessionTerms host) {
        ProtocolTerms wishes = manifest.terms();
        SessionTerms terms =
                new SessionTerms(
                        wishes.cookie()
                                .map(it -> new MagicCookie(it.key(), it.value()))
                                .orElse(host.cookie()),
                        wishes.versions(),
                        wishes.tls() == ProtocolTerms.Tls.AUTO
                                ? Encryption.Auto.AUTO
                                : Encryption.None.NONE,
                        wishes.multiplex(),
                        wishes.startTimeout(),
                        manifest.supervision().stop().shutdown().orElse(host.shutdownLimit()),
                        manifest.supervision().health().service().orElse(host.healthService()),
                        host.sockets(),
                        host.channel());
        return terms;
    }

    private static Liveness health(Supervision.Health wishes, Liveness host) {
        return new Liveness(
                host.probe(),
                wishes.period().orElse(host.period()),
                wishes.timeout().orElse(host.timeout()),
                wishes.failures().orElse(host.failures()));
    }

    /**
     * Which variables of the host's environment its command gets. Of a plugin with a manifest, that
     * says so.
     */
    public PluginSpec inherit(Inherit wanted) {
        return source instanceof Source.Command(ChildSpec child)
                ? new PluginSpec(
                        id,
                        new Source.Command(
                                child.environment(inheriting(child.environment(), wanted))),
                        terms,
                        callbacks,
                        restart,
                        health,
                        dependsOn)
                : this;
    }

    public PluginSpec terms(SessionTerms wanted) {
        return new PluginSpec(id, source, wanted, callbacks, restart, health, dependsOn);
    }

    public PluginSpec callbacks(HostServices wanted) {
        return new PluginSpec(id, source, terms, Optional.of(wanted), restart, health, dependsOn);
    }

    public PluginSpec restart(RestartPolicy wanted) {
        return new PluginSpec(id, source, terms, callbacks, wanted, health, dependsOn);
    }

    public PluginSpec health(Optional<Liveness> wanted) {
        return new PluginSpec(id, source, terms, callbacks, restart, wanted, dependsOn);
    }

    public PluginSpec dependsOn(List<String> wanted) {
        return new PluginSpec(id, source, terms, callbacks, restart, health, wanted);
    }

    /** Whether it sends messages over the bus instead of serving calls. */
    public boolean messages() {
        return source instanceof Source.Manifest(PluginManifest manifest) && manifest.messages();
    }

    /** As a process for a supervisor. */
    public ProcessSpec process(Attendant attendant) {
        Map<String, Condition> conditions = new LinkedHashMap<>();
        dependsOn.forEach(on -> conditions.put(on, Condition.READY));
        ProcessSpec process =
                ProcessSpec.of(id, placeholder())
                        .limitRule(limitRule())
                        .attendant(attendant)
                        .readiness(Readiness.by(new Probe.Attended()).within(readyWithin()))
                        .restart(restart)
                        .dependsOn(conditions)
                        .enabled(false);
        return health.map(process::liveness).orElse(process);
    }

    /** Of one that serves calls its session tells more, and in time; the bus tells nothing. */
    private Duration readyWithin() {
        return messages() ? terms.startTimeout() : terms.startTimeout().plus(HOST_SLACK);
    }

    private LimitRule limitRule() {
        return source instanceof Source.Manifest(PluginManifest manifest)
                ? manifest.supervision().bounds().rule()
                : LimitRule.defaults();
    }

    /** What people are shown before the command is known. */
    private ChildSpec placeholder() {
        return switch (source) {
            case Source.Command(ChildSpec child) -> child;
            case Source.Manifest(PluginManifest manifest) ->
                    ChildSpec.of(List.of(manifest.id()))
                            .directory(manifest.surroundings().workingDirectory())
                            .stopPlan(manifest.supervision().stop().plan())
                            .confinement(manifest.supervision().bounds().confinement());
        };
    }
}
