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
 * @param session which session and process group it lives in
 * @param stopPlan how it is stopped unless the caller says otherwise
 * @param confinement what it may use, and what it is kept from
 */
public record ChildSpec(
        List<String> command,
        Surroundings surroundings,
        Streams streams,
        Session session,
        StopPlan stopPlan,
        Confinement confinement) {

    /**
     * Where a child runs.
     *
     * @param directory the engine's own when absent
     * @param environment what it finds in its environment
     */
    public record Surroundings(Optional<Path> directory, Environment environment) {
        public Surroundings {
            Objects.requireNonNull(directory);
            Objects.requireNonNull(environment);
        }
    }

    /**
     * What passes between a child and the engine.
     *
     * @param stdin what its standard input is
     * @param outputMode where its standard output and standard error go
     * @param outputLimits how much of its output is kept, and how lines are cut
     * @param readyDescriptor the descriptor it writes a line to once it is ready, as s6 services do
     */
    public record Streams(
            Stdin stdin,
            OutputMode outputMode,
            OutputLimits outputLimits,
            OptionalInt readyDescriptor) {
        public Streams {
            Objects.requireNonNull(stdin);
            Objects.requireNonNull(outputMode);
            Objects.requireNonNull(outputLimits);
            readyDescriptor.ifPresent(Streams::checkDescriptor);
        }

        private static void checkDescriptor(int number) {
            if (number < 3 || number > 255) {
                throw new IllegalArgumentException(
                        "cannot give a child descriptor "
                                + number
                                + " to say that it is ready: it is not between 3 and 255; take 3");
            }
        }
    }

    public ChildSpec {
        command = List.copyOf(command);
        Objects.requireNonNull(surroundings);
        Objects.requireNonNull(streams);
        Objects.requireNonNull(session);
        Objects.requireNonNull(stopPlan);
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
                new Surroundings(Optional.empty(), Environment.inheritAll()),
                new Streams(
                        Stdin.NULL, OutputMode.APART, OutputLimits.defaults(), OptionalInt.empty()),
                Session.OWN,
                StopPlan.defaults(),
                Confinement.none());
    }

    public Optional<Path> directory() {
        return surroundings.directory();
    }

    public Environment environment() {
        return surroundings.environment();
    }

    public Stdin stdin() {
        return streams.stdin();
    }

    public OutputMode outputMode() {
        return streams.outputMode();
    }

    public OutputLimits outputLimits() {
        return streams.outputLimits();
    }

    public OptionalInt readyDescriptor() {
        return streams.readyDescriptor();
    }

    public ChildSpec command(List<String> wanted) {
        return new ChildSpec(wanted, surroundings, streams, session, stopPlan, confinement);
    }

    public ChildSpec directory(Path wanted) {
        return surroundings(new Surroundings(Optional.of(wanted), environment()));
    }

    public ChildSpec environment(Environment wanted) {
        return surroundings(new Surroundings(directory(), wanted));
    }

    /** Adds one variable to the environment, over an inherited one of the same name. */
    public ChildSpec environment(String name, String value) {
        return environment(environment().with(name, value));
    }

    private ChildSpec surroundings(Surroundings wanted) {
        return new ChildSpec(command, wanted, streams, session, stopPlan, confinement);
    }

    public ChildSpec stdin(Stdin wanted) {
        return streams(new Streams(wanted, outputMode(), outputLimits(), readyDescriptor()));
    }

    public ChildSpec outputMode(OutputMode wanted) {
        return streams(new Streams(stdin(), wanted, outputLimits(), readyDescriptor()));
    }

    public ChildSpec outputLimits(OutputLimits wanted) {
        return streams(new Streams(stdin(), outputMode(), wanted, readyDescriptor()));
    }

    /**
     * Gives the child this descriptor, 3 to 255, to say that it is ready: it writes a line there
     * and {@link Child#readySignal()} tells.
     */
    public ChildSpec readyDescriptor(int number) {
        return streams(new Streams(stdin(), outputMode(), outputLimits(), OptionalInt.of(number)));
    }

    private ChildSpec streams(Streams wanted) {
        return new ChildSpec(command, surroundings, wanted, session, stopPlan, confinement);
    }

    public ChildSpec session(Session wanted) {
        return new ChildSpec(command, surroundings, streams, wanted, stopPlan, confinement);
    }

    public ChildSpec stopPlan(StopPlan wanted) {
        return new ChildSpec(command, surroundings, streams, session, wanted, confinement);
    }

    public ChildSpec confinement(Confinement wanted) {
        return new ChildSpec(command, surroundings, streams, session, stopPlan, wanted);
    }
}
