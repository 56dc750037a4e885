package dev.foster.cli.control;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.control.ActionResult;
import dev.foster.control.ControlClient;

import java.util.List;
import java.util.function.BiFunction;

/** What start, stop and restart share: they ask, say what was already so, and wait for the rest. */
final class Action {
    private final Invocation invocation;
    private final Options options;
    private final Goal goal;

    Action(Invocation invocation, Options options, Goal goal) {
        this.invocation = invocation;
        this.options = options;
        this.goal = goal;
    }

    /** The options all of them have, and reload too. */
    static Options common(Options options) {
        return options.flag("--no-wait", "do not wait until it is done")
                .value("--timeout", "DURATION", "wait no longer than this, then end with 124")
                .inProject();
    }

    int run(List<String> words, BiFunction<ControlClient, Arguments, ActionResult> ask) {
        Arguments arguments = options.parse(words);
        var limit = arguments.duration("--timeout");
        ControlClient client = ChosenProject.client(invocation, arguments, options.verb());
        ActionResult result = ask.apply(client, arguments);
        result.notes().forEach(invocation.err()::println);
        result.unchanged().forEach(name -> invocation.out().println(name + ": nothing to do"));
        if (arguments.has("--no-wait")) {
            return ExitCodes.OK;
        }
        return new Settling(invocation, options.verb(), goal, result.changed())
                .await(client, limit);
    }
}
