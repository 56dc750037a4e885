package dev.foster.cli.control;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.control.ActionResult;
import dev.foster.control.ControlClient;

import java.util.List;

/** {@code foster reload}. */
public final class ReloadVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Action.common(
                            Options.of("reload", "reload the project")
                                    .about(
                                            """
                                            Reads the project's files again and changes what differs: new processes are started, changed ones
                                            restarted, removed ones stopped, all others left alone. Then it waits until each of them is ready,
                                            or gone. foster plan shows it beforehand.

                                            Exit code: 1 when one of them fails to start, or does not get ready in its time; it is tried again as
                                            its policy says, which is not waited for. 124 when the time is over.
                                            """))
                    .example("foster plan && foster reload")
                    .example("foster reload --timeout 60s");

    public ReloadVerb(Invocation invocation) {
        super(invocation, OPTIONS, "read the files again and change what differs");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        var limit = arguments.duration("--timeout");
        ControlClient client = ChosenProject.client(invocation, arguments, name());
        ActionResult result = client.reload();
        result.notes().forEach(invocation.err()::println);
        if (result.changed().isEmpty()) {
            invocation.out().println("nothing to start, stop or restart");
            return ExitCodes.OK;
        }
        if (arguments.has("--no-wait")) {
            invocation.out().println("under way: " + String.join(", ", result.changed()));
            return ExitCodes.OK;
        }
        return new Settling(invocation, name(), Goal.SETTLED, result.changed())
                .await(client, limit);
    }
}
