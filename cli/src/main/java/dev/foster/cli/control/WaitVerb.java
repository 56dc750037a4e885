package dev.foster.cli.control;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.control.ControlClient;

import java.util.List;

/** {@code foster wait}. */
public final class WaitVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("wait", "wait for processes")
                    .words("NAME...")
                    .about(
                            """
                            Waits until processes are ready, or have stopped, or have completed. Names may be groups, patterns
                            like 'web*', or all.

                            Exit code: 1 when one of them can no longer get there, such as one that gave up, or one that waits for
                            another that has failed or was stopped; 124 when the time is over.
                            """)
                    .value("--for", "ready|stopped|completed", "what to wait for (default: ready)")
                    .value("--timeout", "DURATION", "wait no longer than this")
                    .inProject()
                    .example("foster up -d && foster wait all --timeout 60s")
                    .example("foster wait migration --for completed");

    public WaitVerb(Invocation invocation) {
        super(invocation, OPTIONS, "wait until processes are ready, stopped or completed");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        var limit = arguments.duration("--timeout");
        ControlClient client = ChosenProject.client(invocation, arguments, name());
        Goal goal =
                switch (arguments.value("--for").orElse("ready")) {
                    case "stopped" -> Goal.STOPPED;
                    case "completed" -> Goal.COMPLETED;
                    default -> Goal.READY;
                };
        List<String> names = client.select(arguments.words());
        return new Settling(invocation, "wait for", goal, names).await(client, limit);
    }
}
