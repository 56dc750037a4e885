package dev.foster.cli.explain;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.Paint;
import dev.foster.cli.TerminalText;
import dev.foster.control.WhyView;
import dev.foster.json.JsonText;

import java.io.PrintStream;
import java.util.List;

/** {@code foster why}. */
public final class WhyVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("why", "explain a process")
                    .words("NAME")
                    .about(
                            """
                            Says why a process is in its state: in one sentence, then what led to it, the oldest first, then
                            the last lines it said.
                            """)
                    .flag("--json", "one JSON object, for programs")
                    .inProject()
                    .example("foster why web");

    public WhyVerb(Invocation invocation) {
        super(invocation, OPTIONS, "say why a process is in its state");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        WhyView why = ChosenProject.client(invocation, arguments, name()).why(arguments.word());
        if (arguments.has("--json")) {
            invocation.out().println(JsonText.write(why.toJson()));
        } else {
            print(why);
        }
        return ExitCodes.OK;
    }

    private void print(WhyView why) {
        PrintStream out = invocation.out();
        var paint = new Paint(invocation.colour());
        out.println(
                TerminalText.line(why.name())
                        + ": "
                        + paint.ofState(why.state(), TerminalText.line(why.summary())));
        if (!why.causes().isEmpty()) {
            out.println();
            why.causes().forEach(event -> out.println("  " + EventsVerb.line(event, paint)));
        }
        if (!why.lastLines().isEmpty()) {
            out.println("\nlast lines:");
            why.lastLines().forEach(line -> out.println("  | " + TerminalText.line(line.text())));
        }
        why.advice().ifPresent(advice -> out.println("\nwhat to do: " + TerminalText.line(advice)));
    }
}
