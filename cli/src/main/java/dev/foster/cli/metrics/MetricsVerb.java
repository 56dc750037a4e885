package dev.foster.cli.metrics;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.control.ControlClient;
import dev.foster.json.JsonText;

import java.util.List;

/** {@code foster metrics}. */
public final class MetricsVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            Options.of("metrics", "print figures")
                    .about(
                            """
                            Prints all figures of the project that runs here, as Prometheus reads them: states, restarts, exits by
                            reason, what processes use, logs, probes, the bus, MCP servers, and the daemon itself. A key
                            metrics in the project's file says where Prometheus or OpenTelemetry get them.
                            """)
                    .flag("--json", "one JSON object, for programs")
                    .inProject()
                    .example("foster metrics | grep restarts");

    public MetricsVerb(Invocation invocation) {
        super(invocation, OPTIONS, "print figures for Prometheus");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        ControlClient client = ChosenProject.client(invocation, arguments, name());
        if (arguments.has("--json")) {
            invocation.out().println(JsonText.write(client.metricsJson()));
        } else {
            invocation.out().print(client.metrics());
        }
        return ExitCodes.OK;
    }
}
