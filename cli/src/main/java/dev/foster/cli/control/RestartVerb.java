package dev.foster.cli.control;

import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;

import java.util.List;

/** {@code foster restart}. */
public final class RestartVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Action.common(
                            Options.of("restart", "restart processes")
                                    .words("NAME...")
                                    .about(
                                            """
                                            Stops processes, starts them again, and waits until each is ready. It does not count as a crash.
                                            Names may be groups, patterns like 'web*', or all.

                                            Exit code: 1 when one of them fails, or waits for another that has failed or was stopped; 124 when
                                            the time is over.
                                            """))
                    .example("foster restart web")
                    .example("foster restart --no-wait all");

    public RestartVerb(Invocation invocation) {
        super(invocation, OPTIONS, "stop processes and start them again");
    }

    @Override
    public int run(List<String> words) {
        return new Action(invocation, OPTIONS, Goal.STARTED)
                .run(words, (client, arguments) -> client.restart(arguments.words()));
    }
}
