package dev.foster.cli.control;

import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;

import java.util.List;

/** {@code foster start}. */
public final class StartVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Action.common(
                            Options.of("start", "start processes")
                                    .words("NAME...")
                                    .about(
                                            """
                                            Starts processes, and before them what they depend on, and waits until each is ready or has
                                            completed. Names may be groups, patterns like 'web*', or all.

                                            Exit code: 1 when one of them fails, or waits for one that has; 124 when the time is over.
                                            """)
                                    .flag("--no-deps", "start only these, not what they depend on"))
                    .example("foster start web")
                    .example("foster start --timeout 30s 'worker*'");

    public StartVerb(Invocation invocation) {
        super(invocation, OPTIONS, "start processes and wait until they are ready");
    }

    @Override
    public int run(List<String> words) {
        return new Action(invocation, OPTIONS, Goal.STARTED)
                .run(
                        words,
                        (client, arguments) ->
                                client.start(arguments.words(), !arguments.has("--no-deps")));
    }
}
