package dev.foster.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What to run and how.
 *
 * @param command the program and its arguments; no shell is involved
 * @param directory where it runs; the engine's own directory when absent
 * @param environment what it finds in its environment
 * @param stdin what its standard input is
 * @param outputMode where its standard output and standard error go
 * @param outputLimits how much of its output is kept, and how lines are cut
 * @param session which session and process group it lives in
 * @param stopPlan how it is stopped unless the caller says otherwise
 * @param readyDescriptor the descriptor it writes a line to once it is ready, as s6 services do
 * @param confinement what it may use, and what it is kept from
 */
public record ChildSpec(
        List<String> command,
        Optional<Path> directory,
        Environment environment,
        Stdin stdin,
        OutputMode outputMode,
        OutputLimits outputLimits,
        Session session,
        StopPlan stopPlan,
        OptionalInt readyDescriptor,
        Confinement confinement) {

    public ChildSpec {
        command = List.copyOf(command);
        Objects.requireNonNull(directory);
        Objects.requireNonNull(environment);
        Objects.requireNonNull(stdin);
        Objects.requireNonNull(outputMode);
        Objects.requireNonNull(outputLimits);
        Objects.requireNonNull(session);
        Objects.requireNonNull(stopPlan);
        readyDescriptor.ifPresent(ChildSpec::checkDescriptor);
        Objects.requireNonNull(confinement);
    }

    /**
     * A child with the defaults: no input, both streams apart, its own session, the whole
     * environment.
     */
    public static ChildSpec of(String... command) {
        return of(List.of(command));
    }

    public static ChildSpec of(List<String> command) {
        return new ChildSpec(
                command,
                Optional.empty(),
                Environment.inheritAll(),
                Stdin.NULL,
                OutputMode.APART,
                OutputLimits.defaults(),
                Session.OWN,
                StopPlan.defaults(),
                OptionalInt.empty(),
                Confinement.none());
    }

    private static void checkDescriptor(int number) {
        if (number < 3 || number > 255) {
            throw new IllegalArgumentException(
                    "cannot give a child descriptor "
                            + number
                            + " to say that it is ready: it is not between 3 and 255; take 3");
        }
    }

    public ChildSpec directory(Path wanted) {
        return new ChildSpec(
                command,
                Optional.of(wanted),
                environment,
                stdin,
                outputMode,
                outputLimits,
                session,
                stopPlan,
                readyDescriptor,
                confinement);
    }

    public ChildSpec environment(Environment wanted) {
        return new ChildSpec(
                command,
                directory,
                wanted,
                stdin,
                outputMode,
                outputLimits,
                session,
                stopPlan,
                readyDescriptor,
                confinement);
    }

    /** Adds one variable to the environment, over an inherited one of the same name. */
    public ChildSpec environment(String name, String value) {
        return environment(environment.with(name, value));
    }

    public ChildSpec stdin(Stdin wanted) {
        return new ChildSpec(
                command,
                directory,
                environment,
                wanted,
                outputMode,
                outputLimits,
                session,
                stopPlan,
                readyDescriptor,
                confinement);
    }

    public ChildSpec outputMode(OutputMode wanted) {
        return new ChildSpec(
                command,
                directory,
                environment,
                stdin,
                wanted,
                outputLimits,
                session,
                stopPlan,
                readyDescriptor,
                confinement);
    }

    public ChildSpec outputLimits(OutputLimits wanted) {
        return new ChildSpec(
                command,
                directory,
                environment,
                stdin,
                outputMode,
                wanted,
                session,
                stopPlan,
                readyDescriptor,
                confinement);
    }

    public ChildSpec session(Session wanted) {
        return new ChildSpec(
                command,
                directory,
                environment,
                stdin,
                outputMode,
                outputLimits,
                wanted,
                stopPlan,
                readyDescriptor,
                confinement);
    }

    public ChildSpec stopPlan(StopPlan wanted) {
        return new ChildSpec(
                command,
                directory,
                environment,
                stdin,
                outputMode,
                outputLimits,
                session,
                wanted,
                readyDescriptor,
                confinement);
    }

    /**
     * Gives the child this descriptor, 3 to 255, to say that it is ready: it writes a line there
     * and {@link Child#readySignal()} tells.
     */
    public ChildSpec readyDescriptor(int number) {
        return new ChildSpec(
                command,
                directory,
                environment,
                stdin,
                outputMode,
                outputLimits,
                session,
                stopPlan,
                OptionalInt.of(number),
                confinement);
    }

    public ChildSpec confinement(Confinement wanted) {
        return new ChildSpec(
                command,
                directory,
                environment,
                stdin,
                outputMode,
                outputLimits,
                session,
                stopPlan,
                readyDescriptor,
                wanted);
    }
}
