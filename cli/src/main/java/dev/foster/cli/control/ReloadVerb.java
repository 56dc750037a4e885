package dev.foster.cli.control;

import dev.foster.cli.Arguments;
import dev.foster.cli.Caller;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Options;
import dev.foster.cli.Project;
import dev.foster.cli.Verb;
import dev.foster.control.ActionResult;

import java.util.List;

/** {@code foster reload}. */
public final class ReloadVerb implements Verb {
    private static final Options OPTIONS =
            Options.of("reload", "reload the project")
                    .about(
                            """
                            Reads the project's files again and changes what differs: new processes are started, changed ones
                            restarted, removed ones stopped, all others left alone. foster plan shows it beforehand.
                            """)
                    .inProject()
                    .example("foster plan && foster reload");

    private final Caller caller;

    public ReloadVerb(Caller caller) {
        this.caller = caller;
    }

    @Override
    public String name() {
        return OPTIONS.verb();
    }

    @Override
    public String summary() {
        return "read the files again and change what differs";
    }

    @Override
    public String help() {
        return OPTIONS.help();
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        ActionResult result = Project.client(caller, arguments, name()).reload();
        result.notes().forEach(caller.err()::println);
        caller.out()
                .println(
                        result.changed().isEmpty()
                                ? "nothing has changed"
                                : "changed: " + String.join(", ", result.changed()));
        return ExitCodes.OK;
    }
}
