package dev.foster.cli.control;

import dev.foster.cli.Caller;
import dev.foster.cli.Options;
import dev.foster.cli.Verb;

import java.util.List;

/** {@code foster restart}. */
public final class RestartVerb implements Verb {
    private static final Options OPTIONS =
            Action.common(
                            Options.of("restart", "restart processes")
                                    .words("NAME...")
                                    .about(
                                            """
                                            Stops processes, starts them again, and waits until each is ready. It does not count as a crash.
                                            Names may be groups, patterns like 'web*', or all.
                                            """))
                    .example("foster restart web")
                    .example("foster restart --no-wait all");

    private final Caller caller;

    public RestartVerb(Caller caller) {
        this.caller = caller;
    }

    @Override
    public String name() {
        return OPTIONS.verb();
    }

    @Override
    public String summary() {
        return "stop processes and start them again";
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
        return new Action(caller, OPTIONS, Goal.STARTED)
                .run(words, (client, arguments) -> client.restart(arguments.words()));
    }
}
