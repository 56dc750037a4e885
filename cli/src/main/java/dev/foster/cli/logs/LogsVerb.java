package dev.foster.cli.logs;

import dev.foster.cli.Arguments;
import dev.foster.cli.Caller;
import dev.foster.cli.Durations;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Options;
import dev.foster.cli.Project;
import dev.foster.cli.Verb;
import dev.foster.control.ControlClient;
import dev.foster.control.Following;
import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/** {@code foster logs}. */
public final class LogsVerb implements Verb {
    private static final int USUAL_TAIL = 100;

    private static final Options OPTIONS =
            Options.of("logs", "read logs")
                    .words("[NAME...]")
                    .about(
                            """
                            Prints what the processes said, each line with its time and name: of the whole project, or of
                            those named. Names may be groups or patterns like 'web*'. Lines with * instead of | are
                            remarks of foster.
                            """)
                    .flag("-f, --follow", "go on with what comes, until Ctrl-C")
                    .value(
                            "-n, --tail",
                            "N",
                            "only the last N lines; all for every one there is\n"
                                    + "(default: 100, or all with --since)")
                    .value(
                            "--since",
                            "TIME",
                            "only what is not older: 10m, 2h, or 2026-01-31T12:00:00Z")
                    .flag("--json", "one JSON object a line, for programs")
                    .inProject()
                    .example("foster logs -f web worker")
                    .example("foster logs --since 10m")
                    .example(
                            "foster logs -n all --json | jq -r 'select(.stream == \"err\") |"
                                    + " .text'");

    private final Caller caller;

    public LogsVerb(Caller caller) {
        this.caller = caller;
    }

    @Override
    public String name() {
        return OPTIONS.verb();
    }

    @Override
    public String summary() {
        return "print what the processes said";
    }

    @Override
    public String help() {
        return OPTIONS.help();
    }

    @Override
    public boolean takesProcesses() {
        return true;
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        LogQuery query = query(arguments);
        ControlClient client = Project.client(caller, arguments, name());
        List<String> names =
                client.select(query.names().isEmpty() ? List.of("all") : query.names());
        var printer = new LogPrinter(caller, names, arguments.has("--json"));
        if (!arguments.has("--follow")) {
            client.logs(query, printer::print);
            return printer.broken() ? ExitCodes.BROKEN_PIPE : ExitCodes.OK;
        }
        try (Following<LogLineView> following = client.followLogs(query)) {
            return follow(following, printer);
        }
    }

    private static int follow(Following<LogLineView> following, LogPrinter printer) {
        long dropped = 0;
        for (Optional<LogLineView> line = following.next();
                line.isPresent();
                line = following.next()) {
            if (following.dropped() > dropped) {
                printer.gap(following.dropped() - dropped);
                dropped = following.dropped();
            }
            printer.print(line.get());
            if (printer.broken()) {
                return ExitCodes.BROKEN_PIPE;
            }
        }
        return ExitCodes.OK;
    }

    private static LogQuery query(Arguments arguments) {
        LogQuery query = LogQuery.all().names(arguments.words());
        Optional<String> since = arguments.value("--since");
        if (since.isPresent()) {
            query = query.since(since(since.get()));
        }
        if (arguments.value("--tail").filter("all"::equals).isPresent()) {
            return query;
        }
        if (arguments.has("--tail")) {
            return query.tail(arguments.count("--tail").orElse(USUAL_TAIL));
        }
        return since.isPresent() ? query : query.tail(USUAL_TAIL);
    }

    private static Instant since(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException notATime) {
            return Instant.now().minus(Durations.parse("--since", text));
        }
    }
}
