package dev.foster.cli.explain;

import dev.foster.cli.Arguments;
import dev.foster.cli.Caller;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Options;
import dev.foster.cli.Paint;
import dev.foster.cli.Project;
import dev.foster.cli.Safe;
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

    public WhyVerb(Caller caller) {
        super(caller, OPTIONS, "say why a process is in its state");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        WhyView why = Project.client(caller, arguments, name()).why(arguments.word());
        if (arguments.has("--json")) {
            caller.out().println(JsonText.write(why.toJson()));
        } else {
            print(why);
        }
        return ExitCodes.OK;
    }

    private void print(WhyView why) {
        PrintStream out = caller.out();
        var paint = new Paint(caller.colour());
        out.println(
                Safe.line(why.name())
                        + ": "
                        + paint.ofState(why.state(), Safe.line(why.summary())));
        if (!why.causes().isEmpty()) {
            out.println();
            why.causes().forEach(event -> out.println("  " + EventsVerb.line(event, paint)));
        }
        if (!why.lastLines().isEmpty()) {
            out.println("\nlast lines:");
            why.lastLines().forEach(line -> out.println("  | " + Safe.line(line.text())));
        }
        why.advice().ifPresent(advice -> out.println("\nwhat to do: " + Safe.line(advice)));
    }
}
