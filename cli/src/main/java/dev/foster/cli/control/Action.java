package dev.foster.cli.control;

import dev.foster.cli.Arguments;
import dev.foster.cli.Caller;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Options;
import dev.foster.cli.Project;
import dev.foster.control.ActionResult;
import dev.foster.control.ControlClient;

import java.util.List;
import java.util.function.BiFunction;

/** What start, stop and restart share: they ask, say what was already so, and wait for the rest. */
final class Action {
    private final Caller caller;
    private final Options options;
    private final Goal goal;

    Action(Caller caller, Options options, Goal goal) {
        this.caller = caller;
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
        ControlClient client = Project.client(caller, arguments, options.verb());
        ActionResult result = ask.apply(client, arguments);
        result.notes().forEach(caller.err()::println);
        result.unchanged().forEach(name -> caller.out().println(name + ": nothing to do"));
        if (arguments.has("--no-wait")) {
            return ExitCodes.OK;
        }
        return new Settling(caller, options.verb(), goal, result.changed()).await(client, limit);
    }
}
