package dev.foster.plugin.manifest;

import static dev.foster.document.Notes.says;

import dev.foster.document.Definitions;
import dev.foster.document.Said;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.plugin.manifest.Supervision.Health;
import dev.foster.plugin.manifest.Supervision.Stop;
import dev.foster.process.StopPlan;
import dev.foster.settings.BoundSections;
import dev.foster.settings.RestartSection;
import dev.foster.settings.StopSection;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a plugin is watched, restarted, stopped and bounded. */
final class SupervisionSections {
    /** What hosts do where a manifest says nothing. */
    private static final RestartPolicy HOSTS =
            RestartPolicy.defaults()
                    .when(RestartPolicy.When.ALWAYS)
                    .limit(new Limit(2, Duration.ofMinutes(60)));

    private static final Section<RestartPolicy> RESTART =
            RestartSection.RESTART.only(
                    "restart",
                    "Restarts",
                    "Below `restart`.",
                    HOSTS,
                    RestartSection.RESTART.keys());

    private static final Type<RestartPolicy> POLICY = RESTART.orJust("policy");

    /** It is laid over what the host does, which is not known here. */
    private static final Type<Said<RestartPolicy>> SAID =
            Type.of(
                    (value, where) -> Optional.of(RESTART.said(value, where, "policy")),
                    said -> POLICY.write(said.over(HOSTS)),
                    POLICY::schema);

    private static final Section<Stop> STOP =
            Section.of(
                            "stop",
                            "Stopping",
                            "Below `stop`. It is asked through its protocol, then by the end of its"
                                + " input, then by a signal to its process group; what is left"
                                + " after the grace is killed. A plugin that talks NATS has a grace"
                                + " of 10s and no `eof_wait` unless it says otherwise.",
                            new Stop(Optional.empty(), StopPlan.defaults()))
                    .optional(
                            "shutdown",
                            Types.DURATION,
                            Stop::shutdown,
                            (it, time) -> new Stop(Optional.of(time), it.plan()),
                            says("How long it has after it was asked through its protocol.")
                                    .usually("2s"))
                    .part(
                            StopSection.STOP,
                            Stop::plan,
                            (it, plan) -> new Stop(it.shutdown(), plan));

    private static final Section<Health> HEALTH =
            Section.of("health", "Health", "Below `health`.", Health.UNSAID)
                    .optional(
                            "service",
                            Types.CONTENT,
                            Health::service,
                            Health::service,
                            says("The service that is asked for.").usually("plugin"))
                    .optional(
                            "period",
                            Types.SPAN,
                            Health::period,
                            Health::period,
                            says("The time between two attempts.").usually("10s"))
                    .optional(
                            "timeout",
                            Types.SPAN,
                            Health::timeout,
                            Health::timeout,
                            says("How long one attempt may take.").usually("2s"))
                    .optional(
                            "failures",
                            Types.whole(1, 1000),
                            Health::failures,
                            Health::failures,
                            says("How many failures in a row make it unhealthy.").usually(3));

    private static final Type<Health> HEALTH_OR_NONE =
            Types.orNone(HEALTH.type())
                    .as(
                            health -> health.orElse(Health.UNSAID.wanted(false)),
                            health -> Optional.of(health).filter(Health::wanted));

    static final Section<Supervision> SUPERVISION =
            Section.of("", "", "", Supervision.unsaid())
                    .field(
                            "stop",
                            STOP.type(),
                            Supervision::stop,
                            Supervision::stop,
                            says("How it is asked to end."))
                    .field(
                            "health",
                            HEALTH_OR_NONE,
                            Supervision::health,
                            Supervision::health,
                            says("How it is asked how it is, or `none`."))
                    .field(
                            "restart",
                            SAID,
                            Supervision::restart,
                            Supervision::restart,
                            says("What happens when it ends by itself; a word is short for"
                                            + " `{policy: …}`.")
                                    .usually("the host's"))
                    .field(
                            "limits",
                            BoundSections.LIMITS.type(),
                            it -> it.bounds().limits(),
                            (it, limits) -> it.bounds(it.bounds().limits(limits)),
                            says("What it and its descendants may use together; a project's file"
                                            + " may say otherwise.")
                                    .example(Definitions.shape("memory", "256MB", "cpu", "50%")))
                    .field(
                            "isolation",
                            BoundSections.ISOLATION.type(),
                            it -> it.bounds().confinement().isolation(),
                            (it, isolation) -> it.bounds(it.bounds().isolation(isolation)),
                            says("What it is kept from; a project's file may say otherwise.")
                                    .example(Map.of("no_new_privileges", true)))
                    .field(
                            "depends_on",
                            Types.list(ManifestTypes.ID, "a list", "[one, two]"),
                            Supervision::dependsOn,
                            Supervision::dependsOn,
                            says("Plugins that must be active before it.")
                                    .example(List.of("storage")))
                    .field(
                            "enabled",
                            Types.TRUTH,
                            Supervision::enabled,
                            Supervision::enabled,
                            says(
                                    "Whether it is activated with the host; if not, only when"
                                            + " somebody asks."));

    private SupervisionSections() {}
}
