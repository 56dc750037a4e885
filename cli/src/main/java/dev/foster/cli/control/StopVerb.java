package dev.foster.cli.control;

import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;

import java.util.List;

/** {@code foster stop}. */
public final class StopVerb extends DeclaredVerb {
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

    public StopVerb(Invocation invocation) {
        super(invocation, OPTIONS, "stop processes and wait until they are gone");
    }

    @Override
    public int run(List<String> words) {
        return new Action(invocation, OPTIONS, Goal.STOPPED)
                .run(
                        words,
                        (client, arguments) ->
                                client.stop(arguments.words(), arguments.has("--force")));
    }
}
