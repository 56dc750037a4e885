package dev.foster.cli.control;

import dev.foster.cli.Caller;
import dev.foster.cli.Options;
import dev.foster.cli.Verb;

import java.util.List;

/** {@code foster stop}. */
public final class StopVerb implements Verb {
    private static final Options OPTIONS =
            Action.common(
                            Options.of("stop", "stop processes")
                                    .words("NAME...")
                                    .about(
                                            """
                                            Stops processes with everything they started, and waits until they are gone. They stay stopped
                                            until somebody starts them. Names may be groups, patterns like 'web*', or all.
                                            """)
                                    .flag("--force", "kill them at once instead of asking first"))
                    .example("foster stop web")
                    .example("foster stop --force 'worker*'");

    private final Caller caller;

    public StopVerb(Caller caller) {
        this.caller = caller;
    }

    @Override
    public String name() {
        return OPTIONS.verb();
    }

    @Override
    public String summary() {
        return "stop processes and wait until they are gone";
    }

    @Override
    public String help() {
        return OPTIONS.help();
    }

    @Override
    public boolean takesProcesses() {
        return true;
    }

    @Override
    public int run(List<String> words) {
        return new Action(caller, OPTIONS, Goal.STOPPED)
                .run(
                        words,
                        (client, arguments) ->
                                client.stop(arguments.words(), arguments.has("--force")));
    }
}
