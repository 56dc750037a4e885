package dev.foster.plugin.manifest;

import dev.foster.document.Said;
import dev.foster.document.Scalars;
import dev.foster.document.Words;
import dev.foster.plugin.manifest.Supervision.Health;
import dev.foster.plugin.manifest.Supervision.Stop;
import dev.foster.process.Confinement;
import dev.foster.process.Isolation;
import dev.foster.process.StopPlan;
import dev.foster.settings.BoundSections;
import dev.foster.settings.Limits;
import dev.foster.supervise.spec.RestartPolicy;

import java.util.List;
import java.util.Optional;

/** Reads how a plugin wants to be watched, restarted and stopped. */
final class SupervisionReader {
    private final Fields fields;
    private final StopPlan usual;

    /**
     * @param usual how plugins of its kind are stopped
     */
    SupervisionReader(Fields fields, StopPlan usual) {
        this.fields = fields;
        this.usual = usual;
    }

    Supervision read() {
        return new Supervision(
                health(),
                restart(),
                fields.read(
                        "stop", ManifestSections.STOP.type(), new Stop(Optional.empty(), usual)),
                bounds(),
                dependsOn(),
                fields.truth("enabled").orElse(true));
    }

    private Bounds bounds() {
        Limits limits = fields.read("limits", BoundSections.LIMITS.type(), Limits.NONE);
        Isolation isolation =
                fields.read("isolation", BoundSections.ISOLATION.type(), Isolation.none());
        return new Bounds(new Confinement(limits.amounts(), isolation), limits.rule());
    }

    private List<String> dependsOn() {
        List<String> ids = fields.words("depends_on");
        ids.stream()
                .filter(id -> !FosterReader.ID.matcher(id).matches())
                .forEach(
                        id ->
                                fields.refuse(
                                        fields.value("depends_on").orElse(fields.mapping()),
                                        "depends_on",
                                        Words.quote(id) + " is no id of a plugin",
                                        "write it like [other-plugin]"));
        return ids;
    }

    private Health health() {
        if (isNone(fields, "health")) {
            return new Health(
                    false, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        }
        Fields health = fields.section("health", Section.HEALTH);
        return new Health(
                true,
                health.text("service"),
                health.span("period"),
                health.span("timeout"),
                health.whole("failures", 1, 1000));
    }

    private static boolean isNone(Fields fields, String key) {
        return fields.value(key).flatMap(Scalars::written).filter("none"::equals).isPresent();
    }

    private Said<RestartPolicy> restart() {
        return fields.value("restart")
                .map(it -> ManifestSections.RESTART.said(it, fields.where("restart"), "policy"))
                .orElse(Said.nothing());
    }
}
