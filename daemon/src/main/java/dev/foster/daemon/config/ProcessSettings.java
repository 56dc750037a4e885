package dev.foster.daemon.config;

import dev.foster.daemon.config.RunSection.Run;
import dev.foster.process.ChildSpec;
import dev.foster.process.Environment;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * All that a file says of one process.
 *
 * @param spec what the supervision is told of it
 * @param variables what its environment is made of
 * @param replicas how many copies there are; each copy is one of its own then
 */
record ProcessSettings(
        ProcessSpec spec,
        Variables variables,
        LogSpec log,
        SignSpec signs,
        Optional<String> description,
        int replicas) {

    static ProcessSettings of(ProcessSpec spec) {
        return new ProcessSettings(
                spec, Variables.USUAL, LogSpec.defaults(), SignSpec.NONE, Optional.empty(), 1);
    }

    Run run() {
        return new Run(spec.child(), variables, spec.limitRule());
    }

    ProcessSettings run(Run wanted) {
        return new ProcessSettings(
                spec.child(wanted.child()).limitRule(wanted.rule()),
                wanted.variables(),
                log,
                signs,
                description,
                replicas);
    }

    ProcessSettings spec(ProcessSpec wanted) {
        return new ProcessSettings(wanted, variables, log, signs, description, replicas);
    }

    ProcessSettings child(ChildSpec wanted) {
        return spec(spec.child(wanted));
    }

    ProcessSettings log(LogSpec wanted) {
        return new ProcessSettings(spec, variables, wanted, signs, description, replicas);
    }

    ProcessSettings signs(SignSpec wanted) {
        return new ProcessSettings(spec, variables, log, wanted, description, replicas);
    }

    ProcessSettings description(String wanted) {
        return new ProcessSettings(spec, variables, log, signs, Optional.of(wanted), replicas);
    }

    ProcessSettings replicas(int wanted) {
        return new ProcessSettings(spec, variables, log, signs, description, wanted);
    }

    /** The process itself: its environment is complete, and commands that probe it run in it. */
    ProcessSettings complete(Context context) {
        return in(variables.environment(spec.name(), context));
    }

    /** A copy of it, which is told its number. */
    ProcessSettings copy(int number, Context context) {
        String name = spec.name() + "." + number;
        ProcessSpec renamed =
                new ProcessSpec(
                        name,
                        spec.child(),
                        spec.limitRule(),
                        spec.attendant(),
                        spec.readiness(),
                        spec.liveness(),
                        spec.restart(),
                        spec.dependsOn(),
                        spec.enabled());
        // Two copies must not write one file: the number goes before the ending.
        LogSpec own = log.file().map(file -> log.file(numbered(file, number))).orElse(log);
        return spec(renamed)
                .log(own)
                .replicas(1)
                .in(
                        variables
                                .environment(name, context)
                                .with("FOSTER_REPLICA", String.valueOf(number)));
    }

    private ProcessSettings in(Environment environment) {
        ChildSpec child = spec.child().environment(environment);
        UnaryOperator<Probe> alike =
                probe ->
                        probe instanceof Probe.Exec(ChildSpec command)
                                ? new Probe.Exec(Commands.of(command.command(), child))
                                : probe;
        Readiness ready = spec.readiness();
        ProcessSpec complete =
                spec.child(child)
                        .readiness(
                                new Readiness(
                                        ready.probe().map(alike),
                                        ready.period(),
                                        ready.timeout(),
                                        ready.within()));
        return spec(
                spec.liveness()
                        .map(
                                it ->
                                        complete.liveness(
                                                new Liveness(
                                                        alike.apply(it.probe()),
                                                        it.period(),
                                                        it.timeout(),
                                                        it.failures())))
                        .orElse(complete));
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
