package dev.foster.daemon.config;

import dev.foster.daemon.config.Dependencies.Dependency;
import dev.foster.daemon.config.Value.Entry;
import dev.foster.daemon.config.Value.Mapping;
import dev.foster.process.ChildSpec;
import dev.foster.process.Confinement;
import dev.foster.process.OutputLimits;
import dev.foster.process.Stdin;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.RestartPolicy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads one entry below {@code processes}. */
final class ProcessReader {
    private static final int MOST_REPLICAS = 1000;

    /** A log is in time when it is written a moment later, and then costs a fraction. */
    private static final Duration REST = Duration.ofMillis(80);

    private static final Map<String, Stdin> INPUTS = Map.of("none", Stdin.NULL, "pipe", Stdin.PIPE);

    /** What an entry says; copies of it differ in name, environment and log file. */
    record Found(
            String name,
            ProcessSpec spec,
            int replicas,
            LogSpec log,
            Optional<String> description,
            SignSpec signs,
            Map<String, Dependency> dependencies) {

        ProcessSpec replica(int number) {
            ProcessSpec copy =
                    new ProcessSpec(
                            name + "." + number,
                            numbered(spec.child(), number),
                            spec.limitRule(),
                            spec.attendant(),
                            spec.readiness(),
                            spec.liveness(),
                            spec.restart(),
                            spec.dependsOn(),
                            spec.enabled());
            Optional<Probe> ready = spec.readiness().probe().map(probe -> numbered(probe, number));
            Readiness readiness = spec.readiness();
            ProcessSpec readied =
                    copy.readiness(
                            new Readiness(
                                    ready,
                                    readiness.period(),
                                    readiness.timeout(),
                                    readiness.within()));
            return spec.liveness()
                    .map(
                            it ->
                                    readied.liveness(
                                            new Liveness(
                                                    numbered(it.probe(), number),
                                                    it.period(),
                                                    it.timeout(),
                                                    it.failures())))
                    .orElse(readied);
        }

        private ChildSpec numbered(ChildSpec child, int number) {
            return child.environment(
                    child.environment()
                            .with("FOSTER_PROCESS", name + "." + number)
                            .with("FOSTER_REPLICA", String.valueOf(number)));
        }

        private Probe numbered(Probe probe, int number) {
            return probe instanceof Probe.Exec(ChildSpec child)
                    ? new Probe.Exec(numbered(child, number))
                    : probe;
        }

        /** Two copies must not write one file: the number goes before the ending. */
        LogSpec replicaLog(int number) {
            return log.file().map(file -> log.file(numbered(file, number))).orElse(log);
        }

        private static Path numbered(Path file, int number) {
            Path last = file.getFileName();
            String text = last == null ? "log" : last.toString();
            int dot = text.lastIndexOf('.');
            return file.resolveSibling(
                    dot > 0
                            ? text.substring(0, dot) + "." + number + text.substring(dot)
                            : text + "." + number);
        }
    }

    private final Context context;
    private final Scalars scalars;
    private final Optional<Mapping> defaults;
    private final Environments environments;
    private final Outputs outputs;

    ProcessReader(Context context, Optional<Mapping> defaults) {
        this.context = context;
        this.scalars = context.scalars();
        this.defaults = defaults;
        this.environments = new Environments(context);
        this.outputs = new Outputs(context);
    }

    Optional<Found> read(String name, Entry entry) {
        String label = "processes." + name;
        Names.check(name, entry.key(), "process", context.faults());
        Optional<Mapping> own = scalars.mapping(entry.value(), label);
        if (own.isEmpty()) {
            return Optional.empty();
        }
        scalars.knownKeys(own.get(), label, Section.PROCESS);
        Mapping fields = defaults.map(it -> Overlay.merge(it, own.get())).orElse(own.get());
        var labels = new Labels(label, own.get());
        ChildSpec child = child(name, entry, fields, labels);
        int replicas =
                fields.get("replicas")
                        .flatMap(it -> scalars.whole(it, labels.of("replicas"), 1, MOST_REPLICAS))
                        .orElse(1);
        LogSpec log =
                fields.get("output")
                        .map(it -> outputs.log(it, labels.of("output")))
                        .orElse(LogSpec.defaults());
        Map<String, Dependency> dependencies =
                fields.get("depends_on")
                        .map(it -> new Dependencies(scalars).read(it, labels.of("depends_on")))
                        .orElse(Map.of());
        Optional<String> description =
                fields.get("description").flatMap(it -> scalars.text(it, labels.of("description")));
        ProcessSpec spec = spec(name, child, fields, labels, dependencies);
        SignSpec signs = new SignReader(scalars).read(fields, labels::of);
        return Optional.of(new Found(name, spec, replicas, log, description, signs, dependencies));
    }

    private ProcessSpec spec(
            String name,
            ChildSpec child,
            Mapping fields,
            Labels labels,
            Map<String, Dependency> dependencies) {
        var probes = new Probes(scalars, child);
        var conditions = new HashMap<String, Condition>();
        dependencies.forEach((on, dependency) -> conditions.put(on, dependency.condition()));
        return new ProcessSpec(
                name,
                child,
                new Confinements(context).rule(fields, labels::of, LimitRule.defaults()),
                Optional.empty(),
                fields.get("ready")
                        .map(
                                it ->
                                        probes.readiness(
                                                it, labels.of("ready"), labels.own().has("ready")))
                        .orElse(Readiness.onceStarted()),
                fields.get("liveness")
                        .flatMap(
                                it ->
                                        probes.liveness(
                                                it,
                                                labels.of("liveness"),
                                                labels.own().has("liveness"))),
                fields.get("restart")
                        .map(it -> new Restarts(scalars).read(it, labels.of("restart")))
                        .orElse(RestartPolicy.defaults()),
                conditions,
                fields.get("enabled")
                        .flatMap(it -> scalars.truth(it, labels.of("enabled")))
                        .orElse(true));
    }

    private ChildSpec child(String name, Entry entry, Mapping fields, Labels labels) {
        Optional<List<String>> command =
                fields.get("command")
                        .flatMap(it -> Commands.read(it, labels.of("command"), scalars));
        if (!fields.has("command")) {
            var _ =
                    scalars.refuse(
                            entry.key(),
                            labels.process(),
                            "it has no command",
                            "add one, such as command: ./server");
        }
        Path directory =
                fields.get("working_dir")
                        .flatMap(
                                it ->
                                        scalars.path(
                                                it, labels.of("working_dir"), context.directory()))
                        .orElse(context.directory());
        ChildSpec child =
                ChildSpec.of(command.orElse(List.of("true")))
                        .outputLimits(OutputLimits.defaults().rest(REST))
                        .directory(directory)
                        .environment(environments.of(name, fields, labels))
                        .confinement(
                                new Confinements(context)
                                        .read(fields, labels::of, Confinement.none()));
        ChildSpec fed =
                fields.get("stdin")
                        .flatMap(it -> scalars.choice(it, labels.of("stdin"), INPUTS))
                        .map(child::stdin)
                        .orElse(child);
        ChildSpec told =
                fields.get("output")
                        .map(it -> outputs.withOutput(fed, it, labels.of("output")))
                        .orElse(fed);
        return fields.get("stop")
                .map(it -> told.stopPlan(outputs.stop(it, labels.of("stop"))))
                .orElse(told);
    }
}
