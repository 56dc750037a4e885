package dev.foster.cli.control;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.control.ControlClient;
import dev.foster.control.ProcessView;

import java.util.List;

/** {@code foster replace}. */
public final class ReplaceVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("replace", "replace processes without a gap")
                    .words("NAME...")
                    .about(
                            """
                            Starts a new copy beside each process, waits until it is ready, lets it take over, and only then ends
                            the old one, which has at most 30 s to finish its work. If the new one does not become ready it is ended, and the
                            old one goes on as if nothing had been. A message plugin that finishes in time loses and doubles no request.
                            What both would need alone, such as a fixed port, is nothing for this: use foster restart.
                            """)
                    .inProject()
                    .example("foster replace dice-roller");

    public ReplaceVerb(Invocation invocation) {
        super(invocation, OPTIONS, "start new ones beside the old and let them take over");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        ControlClient client = ChosenProject.client(invocation, arguments, name());
        for (String name : client.replace(arguments.words()).changed()) {
            ProcessView now = client.process(name);
            invocation
                    .out()
                    .println(
                            name
                                    + " is replaced"
                                    + now.pid().map(pid -> ", pid " + pid).orElse(""));
        }
        return ExitCodes.OK;
    }
}
