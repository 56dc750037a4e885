package dev.foster.daemon.config;

import dev.foster.daemon.config.Value.Mapping;
import dev.foster.process.Confinement;
import dev.foster.process.Isolation;
import dev.foster.process.ResourceLimits;
import dev.foster.supervise.spec.LimitRule;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads {@code limits} and {@code isolation}: what a process may use, and what it is kept from. */
final class Confinements {
    private static final Pattern SHARE = Pattern.compile("\\d{1,5}(?:\\.\\d{1,3})?%?");
    private static final int MOST = 100_000_000;

    private final Context context;
    private final Scalars scalars;

    Confinements(Context context) {
        this.context = context;
        this.scalars = context.scalars();
    }

    /**
     * The bounds that these fields set, over others.
     *
     * @param label how a key of them is called in messages
     */
    Confinement read(Mapping fields, Function<String, String> label, Confinement below) {
        return new Confinement(
                fields.get("limits")
                        .map(it -> limits(it, label.apply("limits"), below.limits()))
                        .orElse(below.limits()),
                fields.get("isolation")
                        .map(it -> isolation(it, label.apply("isolation"), below.isolation()))
                        .orElse(below.isolation()));
    }

    /** What happens over a limit, as these fields say. */
    LimitRule rule(Mapping fields, Function<String, String> label, LimitRule below) {
        // What else may be wrong with it is told where the limits are read.
        if (!(fields.get("limits").orElse(null) instanceof Mapping limits)) {
            return below;
        }
        String name = label.apply("limits");
        return new LimitRule(
                limits.get("checks")
                        .flatMap(it -> scalars.whole(it, name + ".checks", 1, 1000))
                        .orElse(below.checks()),
                limits.get("then")
                        .flatMap(it -> scalars.choice(it, name + ".then", ends()))
                        .orElse(below.then()));
    }

    private static Map<String, LimitRule.Then> ends() {
        var ends = new LinkedHashMap<String, LimitRule.Then>();
        for (LimitRule.Then then : LimitRule.Then.values()) {
            ends.put(then.word(), then);
        }
        return ends;
    }

    private ResourceLimits limits(Value value, String label, ResourceLimits below) {
        Optional<Mapping> fields = scalars.mapping(value, label);
        if (fields.isEmpty()) {
            return below;
        }
        Mapping mapping = fields.get();
        scalars.knownKeys(mapping, label, Section.LIMITS);
        ResourceLimits limits = below;
        limits =
                mapping.get("memory")
                        .flatMap(it -> scalars.size(it, label + ".memory", 1_000_000, 1L << 50))
                        .map(limits::memoryBytes)
                        .orElse(limits);
        limits =
                mapping.get("cpu")
                        .flatMap(it -> share(it, label + ".cpu"))
                        .map(limits::cpuPercent)
                        .orElse(limits);
        limits = count(mapping, "threads", label).map(limits::threads).orElse(limits);
        limits = count(mapping, "files", label).map(limits::files).orElse(limits);
        limits = count(mapping, "pids", label).map(limits::processes).orElse(limits);
        return throttled(mapping, label, limits);
    }

    private Optional<Integer> count(Mapping mapping, String key, String label) {
        return mapping.get(key).flatMap(it -> scalars.whole(it, label + "." + key, 1, MOST));
    }

    private Optional<Double> share(Value value, String label) {
        String text = Scalars.written(value).orElse("");
        if (!SHARE.matcher(text).matches()) {
            return scalars.expected(value, label, "a share of one core", "50%");
        }
        double share = Double.parseDouble(text.replace("%", ""));
        return share > 0
                ? Optional.of(share)
                : scalars.refuse(value, label, "it could do nothing at all", "give more");
    }

    private ResourceLimits throttled(Mapping mapping, String label, ResourceLimits limits) {
        Optional<Value> value = mapping.get("throttle");
        Optional<Boolean> wanted = value.flatMap(it -> scalars.truth(it, label + ".throttle"));
        // One that could not be read is told already.
        boolean shareless = limits.cpuPercent().isEmpty() && !mapping.has("cpu");
        if (value.isPresent() && wanted.orElse(false) && shareless) {
            var _ =
                    scalars.refuse(
                            value.get(),
                            label + ".throttle",
                            "there is no cpu share to slow it down to",
                            "add cpu: 50%, or remove it");
        }
        return wanted.map(limits::throttle).orElse(limits);
    }

    private Isolation isolation(Value value, String label, Isolation below) {
        Optional<Mapping> fields = scalars.mapping(value, label);
        if (fields.isEmpty()) {
            return below;
        }
        Mapping mapping = fields.get();
        scalars.knownKeys(mapping, label, Section.ISOLATION);
        return new Isolation(
                who(mapping, "user", label).or(below::user),
                who(mapping, "group", label).or(below::group),
                mapping.get("no_new_privileges")
                        .flatMap(it -> scalars.truth(it, label + ".no_new_privileges"))
                        .orElse(below.noNewPrivileges()),
                mapping.get("private_tmp")
                        .flatMap(it -> scalars.truth(it, label + ".private_tmp"))
                        .orElse(below.privateTemporary()),
                mapping.get("read_only")
                        .map(it -> paths(it, label + ".read_only"))
                        .orElse(below.readOnly()));
    }

    /** By name or by number. */
    private Optional<String> who(Mapping mapping, String key, String label) {
        Optional<Value> value = mapping.get(key);
        Optional<String> name = value.flatMap(it -> scalars.word(it, label + "." + key));
        if (value.isPresent() && name.isPresent() && name.get().isBlank()) {
            return scalars.refuse(
                    value.get(),
                    label + "." + key,
                    "it is empty",
                    "write a name, or remove the key");
        }
        return name;
    }

    private List<Path> paths(Value value, String label) {
        var paths = new ArrayList<Path>();
        for (Value.Scalar item : scalars.oneOrMore(value, label)) {
            scalars.path(item, label, context.directory()).ifPresent(paths::add);
        }
        return paths;
    }
}
