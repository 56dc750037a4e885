package dev.foster.cli.web;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.control.WebLink;
import dev.foster.json.JsonText;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code foster web}. */
public final class WebVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("web", "open the dashboard")
                    .about(
                            """
                            Prints a link to the dashboard of the project that runs here. Whoever opens it first, within ten
                            minutes, is logged in with that browser for thirty days. The dashboard is opened if it was not: at
                            port 7433 of this machine, or as web: in the project's file says.

                            For browsers that cannot use a link, and for programs, there is a token, which is good at any time.
                            """)
                    .value("--port", "N", "open it at this port; 0 takes any")
                    .flag("--token", "print the token instead of a link")
                    .flag("--reset", "make another token first, and log everybody out")
                    .flag("--json", "one JSON object, for programs")
                    .inProject()
                    .example("foster web")
                    .example("foster web --port 8080")
                    .example(
                            "curl -H \"Authorization: Bearer $(foster web --token)\""
                                    + " http://127.0.0.1:7433/metrics");

    public WebVerb(Invocation invocation) {
        super(invocation, OPTIONS, "print a link to the dashboard");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        WebLink link =
                ChosenProject.client(invocation, arguments, name())
                        .web(arguments.count("--port"), arguments.has("--reset"));
        if (arguments.has("--token")) {
            invocation.out().println(token(link));
        } else if (arguments.has("--json")) {
            invocation.out().println(JsonText.write(link.toJson()));
        } else {
            invocation.out().println(link.url());
        }
        return ExitCodes.OK;
    }

    private static String token(WebLink link) {
        try {
            return Files.readString(Path.of(link.tokenFile())).strip();
        } catch (IOException unreadable) {
            throw new ControlProblem(
                    ProblemCode.CONFIGURATION,
                    "cannot read the token in "
                            + link.tokenFile()
                            + ": "
                            + unreadable
                            + "; ask as the user who runs foster");
        }
    }
}
