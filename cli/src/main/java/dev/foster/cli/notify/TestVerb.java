package dev.foster.cli.notify;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.TerminalText;
import dev.foster.control.HookTestView;
import dev.foster.json.JsonText;

import java.util.List;

/** {@code foster notify test}. */
final class TestVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("notify test", "test hooks")
                    .words("[HOOK]")
                    .about(
                            """
                            Sends a test message to a hook of the project that runs here, or to all of them, and says what came of
                            it. It is tried once. Exits with 1 if one could not be delivered.
                            """)
                    .flag("--json", "one JSON array, for programs")
                    .inProject()
                    .example("foster notify test")
                    .example("foster notify test hook-1");

    TestVerb(Invocation invocation) {
        super(invocation, OPTIONS, "send a test message");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        List<HookTestView> results =
                ChosenProject.client(invocation, arguments, name())
                        .testHooks(arguments.words().stream().findFirst());
        if (arguments.has("--json")) {
            invocation
                    .out()
                    .println(JsonText.write(results.stream().map(HookTestView::toJson).toList()));
        } else {
            results.forEach(result -> invocation.out().println(TerminalText.line(line(result))));
        }
        return results.stream().allMatch(HookTestView::delivered)
                ? ExitCodes.OK
                : ExitCodes.FAILURE;
    }

    private static String line(HookTestView result) {
        return result.hook()
                + ": "
                + (result.delivered() ? "delivered" : "not delivered")
                + " to "
                + result.target()
                + ", "
                + result.text()
                + ", in "
                + result.tookMs()
                + " ms";
    }
}
