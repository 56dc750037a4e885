package dev.foster.cli.control;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.control.ControlClient;

import java.util.List;

/** {@code foster signal}. */
public final class SignalVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("signal", "send a signal")
                    .words("SIGNAL NAME...")
                    .about(
                            """
                            Sends a signal to processes and what they started: a name with or without SIG, or a number. If one
                            ends by it, that is an end like any other: its restart policy decides.
                            """)
                    .inProject()
                    .example("foster signal HUP web")
                    .example("foster signal USR1 'worker*'");

    public SignalVerb(Invocation invocation) {
        super(invocation, OPTIONS, "send a signal to processes");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        List<String> all = arguments.words();
        if (all.size() < 2) {
            throw OPTIONS.problem("NAME is missing");
        }
        ControlClient client = ChosenProject.client(invocation, arguments, name());
        client.select(all.subList(1, all.size()))
                .forEach(process -> client.signal(process, all.getFirst()));
        return ExitCodes.OK;
    }
}
