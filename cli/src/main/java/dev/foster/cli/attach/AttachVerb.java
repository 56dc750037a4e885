package dev.foster.cli.attach;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.ReceivedSignals;
import dev.foster.cli.UsageProblem;
import dev.foster.cli.logs.LogsVerb;
import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.process.Signal;
import dev.foster.tui.ScreenExit;
import dev.foster.tui.Tui;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code foster attach}. */
public final class AttachVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("attach", "open the screen")
                    .words("[NAME]")
                    .about(
                            """
                            Opens the screen of a project that runs, in as many terminals at once as you like: the table of
                            its processes, their output side by side, one process with all about it, what happened, and the
                            chat with its plugins. With a name, that process first. ? shows the keys, q leaves; the project
                            goes on. Where there is no terminal for a screen, it prints the output as foster logs -f does.
                            """)
                    .inProject()
                    .example("foster attach")
                    .example("foster attach web");

    public AttachVerb(Invocation invocation) {
        super(invocation, OPTIONS, "open the screen of a project that runs");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        if (arguments.words().size() > 1) {
            throw new UsageProblem(
                    "cannot open the screen on several processes: it begins with one; see foster"
                            + " attach --help");
        }
        ControlClient client = ChosenProject.client(invocation, arguments, name());
        Optional<String> first = arguments.words().stream().findFirst();
        if (!invocation.terminal() || Tui.obstacle(invocation.environment()).isPresent()) {
            return lines(arguments);
        }
        // A name nobody has, or a project that does not run, is told before the screen opens.
        first.ifPresentOrElse(client::process, client::project);
        var tui = new Tui(client, new Tui.Role(false, first, () -> {}, invocation.environment()));
        ReceivedSignals.handle(List.of(Signal.INT, Signal.TERM, Signal.HUP), _ -> tui.hangUp());
        return ended(tui.run());
    }

    private int lines(Arguments arguments) {
        var words = new ArrayList<>(List.of("-f"));
        arguments.value("-C").ifPresent(folder -> words.addAll(List.of("-C", folder)));
        words.addAll(arguments.words());
        return new LogsVerb(invocation).run(words);
    }

    private int ended(ScreenExit ending) {
        return switch (ending) {
            case LEFT -> ExitCodes.OK;
            case HUNG_UP -> ExitCodes.FAILURE;
            case ENDED -> {
                invocation.err().println("foster: the project was brought down");
                yield ExitCodes.OK;
            }
            case LOST ->
                    throw new ControlProblem(
                            ProblemCode.NOT_RUNNING,
                            "cannot go on: the foster that ran the project was killed, and what it"
                                    + " ran with it; start it with foster up");
        };
    }
}
