package dev.foster.cli.notify;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.TerminalText;
import dev.foster.control.HookView;
import dev.foster.json.JsonText;

import java.util.List;

/** {@code foster notify ls}. */
final class LsVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("notify ls", "list hooks")
                    .about(
                            """
                            Lists the hooks of the project that runs here: where each is, what it is told, and what became of its
                            messages. What may be secret is left out.
                            """)
                    .flag("--json", "one JSON array, for programs")
                    .inProject()
                    .example("foster notify ls");

    LsVerb(Invocation invocation) {
        super(invocation, OPTIONS, "list them, and what became of their messages");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        List<HookView> hooks = ChosenProject.client(invocation, arguments, name()).hooks();
        if (arguments.has("--json")) {
            invocation.out().println(JsonText.write(hooks.stream().map(HookView::toJson).toList()));
        } else {
            hooks.forEach(hook -> invocation.out().println(TerminalText.line(line(hook))));
        }
        return ExitCodes.OK;
    }

    private static String line(HookView hook) {
        return hook.name()
                + ": "
                + hook.kind()
                + " "
                + hook.target()
                + " on "
                + String.join(", ", hook.on())
                + "; "
                + hook.delivered()
                + " delivered, "
                + hook.failed()
                + " failed, "
                + hook.dropped()
                + " dropped, "
                + hook.summed()
                + " summed up, "
                + hook.queued()
                + " waiting"
                + hook.problem().map(why -> "; the last one failed: " + why).orElse("");
    }
}
