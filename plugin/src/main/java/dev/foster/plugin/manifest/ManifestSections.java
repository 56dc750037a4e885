package dev.foster.plugin.manifest;

import static dev.foster.document.Notes.says;

import dev.foster.document.Definitions;
import dev.foster.document.Section;
import dev.foster.document.Types;
import dev.foster.plugin.manifest.Supervision.Stop;
import dev.foster.process.StopPlan;
import dev.foster.settings.BoundSections;
import dev.foster.settings.RestartSection;
import dev.foster.settings.StopSection;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What of a manifest is declared in tables: how a plugin is restarted, stopped and bounded. */
final class ManifestSections {
    /** What hosts do where a manifest says nothing. */
    private static final RestartPolicy USUAL =
            RestartPolicy.defaults()
                    .when(RestartPolicy.When.ALWAYS)
                    .limit(new Limit(2, Duration.ofMinutes(60)));

    static final Section<RestartPolicy> RESTART =
            RestartSection.RESTART.only(
                    "restart",
                    "Restarts",
                    "Below `restart`.",
                    USUAL,
                    RestartSection.RESTART.keys());

    static final Section<Stop> STOP =
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

    private ManifestSections() {}

    /** What a schema says of them, by name. */
    static Map<String, Object> described() {
        // Nothing in a manifest is expanded.
        var definitions = new Definitions(false);
        RESTART.reference(definitions);
        STOP.reference(definitions);
        BoundSections.LIMITS.reference(definitions);
        BoundSections.ISOLATION.reference(definitions);
        return definitions.named();
    }
}
