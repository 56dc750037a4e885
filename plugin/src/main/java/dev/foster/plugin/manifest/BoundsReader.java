package dev.foster.plugin.manifest;

import dev.foster.process.Confinement;
import dev.foster.process.Isolation;
import dev.foster.process.ResourceLimits;
import dev.foster.supervise.spec.LimitRule;

import java.util.LinkedHashMap;
import java.util.Map;

/** Reads what a plugin may use, and what it is kept from. */
final class BoundsReader {
    private static final long LEAST_MEMORY = 1_000_000;
    private static final int MOST = 100_000_000;

    private final Fields fields;

    BoundsReader(Fields fields) {
        this.fields = fields;
    }

    Bounds read() {
        Fields limits = fields.section("limits", Section.LIMITS);
        Fields isolation = fields.section("isolation", Section.ISOLATION);
        return new Bounds(
                new Confinement(
                        limits(limits),
                        new Isolation(
                                isolation.word("user"),
                                isolation.word("group"),
                                isolation.truth("no_new_privileges").orElse(false),
                                isolation.truth("private_tmp").orElse(false),
                                isolation.paths("read_only"))),
                new LimitRule(
                        limits.whole("checks", 1, 1000).orElse(LimitRule.defaults().checks()),
                        limits.choice("then", ends()).orElse(LimitRule.defaults().then())));
    }

    private static Map<String, LimitRule.Then> ends() {
        var ends = new LinkedHashMap<String, LimitRule.Then>();
        for (LimitRule.Then then : LimitRule.Then.values()) {
            ends.put(then.word(), then);
        }
        return ends;
    }

    private static ResourceLimits limits(Fields fields) {
        ResourceLimits limits = ResourceLimits.none();
        limits =
                fields.size("memory", LEAST_MEMORY, 1L << 50)
                        .map(limits::memoryBytes)
                        .orElse(limits);
        limits =
                fields.value("cpu")
                        .flatMap(it -> fields.scalars().percent(it, fields.name("cpu")))
                        .map(limits::cpuPercent)
                        .orElse(limits);
        limits = fields.whole("threads", 1, MOST).map(limits::threads).orElse(limits);
        limits = fields.whole("files", 1, MOST).map(limits::files).orElse(limits);
        limits = fields.whole("pids", 1, MOST).map(limits::processes).orElse(limits);
        boolean throttle = fields.truth("throttle").orElse(false);
        if (throttle && !fields.has("cpu")) {
            fields.refuse(
                    fields.mapping().placeOf("throttle"),
                    "throttle",
                    "there is no cpu share to slow it down to",
                    "add cpu: 50%, or remove it");
        }
        return limits.throttle(throttle);
    }
}
