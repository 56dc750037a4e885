package dev.foster.sdk.bus;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The program that runs a {@link MessagePlugin}: {@code Runner [CLASS] [-- ARGUMENT…]}. Without a
 * class it takes the only one that a jar on the class path offers as a service.
 *
 * <p>{@code Runner --rehearse [CLASS]} does once what every start does, alone and without effect,
 * for a virtual machine that writes down what belongs into its start-up cache.
 */
public final class Runner {
    private static final String REHEARSE = "--rehearse";
    private static final String USAGE =
            "cannot run a message plugin: the arguments make no sense; give at most one class, and"
                    + " its own arguments after --";

    private Runner() {}

    public static void main(String[] arguments) {
        var ending = new RunnerExit();
        try {
            var rest = new ArrayList<>(List.of(arguments));
            boolean rehearsing = !rest.isEmpty() && rest.getFirst().equals(REHEARSE);
            if (rehearsing) {
                rest.removeFirst();
            }
            Optional<String> className = className(rest);
            if (rehearsing) {
                RunnerTraining.run(className, ending);
            } else {
                run(System.getenv(), className, rest, ending);
            }
        } catch (Failure failure) {
            ending.fail(failure);
        } catch (Throwable unexpected) {
            ending.fail(
                    new Failure(
                            Failure.OTHER,
                            "cannot run the plugin: "
                                    + Failure.why(unexpected)
                                    + "; see the trace above",
                            unexpected));
        }
        ending.await();
    }

    static void run(
            Map<String, String> environment,
            Optional<String> className,
            List<String> arguments,
            RunnerExit ending)
            throws Failure {
        var surroundings = RunnerEnvironment.of(environment);
        var run = new PluginRun(surroundings, ending);
        StopSignals.install(run::stop);
        if (surroundings.stopsAtEnd()) {
            Thread.ofPlatform().daemon().name("foster-input").start(() -> awaitEndOfInput(run));
        }
        run.start(className, arguments);
    }

    /** Takes the class from the arguments, and the separator behind it. */
    private static Optional<String> className(List<String> arguments) throws Failure {
        Optional<String> name = Optional.empty();
        if (!arguments.isEmpty() && !arguments.getFirst().equals("--")) {
            name = Optional.of(arguments.removeFirst());
        }
        if (!arguments.isEmpty() && !arguments.removeFirst().equals("--")) {
            throw new Failure(Failure.ENVIRONMENT, USAGE);
        }
        if (name.filter(text -> text.startsWith("-")).isPresent()) {
            throw new Failure(Failure.ENVIRONMENT, USAGE);
        }
        return name;
    }

    private static void awaitEndOfInput(PluginRun run) {
        try {
            while (System.in.read() >= 0) {
                // What is said there does not matter, only that it ends.
            }
        } catch (IOException closed) {
            // That is an end, too.
        }
        run.stop();
    }
}
