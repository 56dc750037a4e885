package dev.foster.cli.logs;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.ReconnectingStream;
import dev.foster.control.ControlClient;
import dev.foster.control.Following;
import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** {@code foster logs}. */
public final class LogsVerb extends DeclaredVerb {
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
                    .flag(
                            "-f, --follow",
                            "go on with what comes, until Ctrl-C; also\n"
                                    + "after a crash of foster, once it is back")
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

    public LogsVerb(Invocation invocation) {
        super(invocation, OPTIONS, "print what the processes said");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        LogQuery query = query(arguments);
        ControlClient client = ChosenProject.client(invocation, arguments, name());
        List<String> names =
                client.selectLogs(query.names().isEmpty() ? List.of("all") : query.names());
        var printer = new LogPrinter(invocation, names, arguments.has("--json"));
        if (!arguments.has("--follow")) {
            client.logs(query, printer::print);
            return printer.broken() ? ExitCodes.BROKEN_PIPE : ExitCodes.OK;
        }
        // Once it was asked for what there is by now, only what comes later is left.
        var rest = new AtomicReference<>(query);
        LogQuery fromNow = LogQuery.all().names(query.names()).since(Instant.now());
        return new ReconnectingStream(
                        invocation, ChosenProject.paths(invocation, arguments), "follow logs")
                .follow(
                        () -> client.followLogs(rest.get()),
                        following -> {
                            rest.compareAndSet(query, fromNow);
                            return print(following, printer, rest);
                        });
    }

    private static boolean print(
            Following<LogLineView> following, LogPrinter printer, AtomicReference<LogQuery> rest) {
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
                return false;
            }
            rest.set(LogQuery.all().names(rest.get().names()).after(line.get().cursor()));
        }
        return true;
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
            return Instant.now().minus(Arguments.duration("--since", text));
        }
    }
}
