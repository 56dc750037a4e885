package dev.foster.cli.bus;

import dev.foster.cli.Arguments;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.process.Quantities;

import io.nats.client.Message;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** {@code foster bus request}. */
final class RequestVerb extends ClientVerb {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Options OPTIONS =
            BusOptions.addedTo(
                            Options.of("bus request", "ask")
                                    .words("SUBJECT [TEXT...]")
                                    .about(
                                            """
                                            Sends a request and prints the first answer. A single - as TEXT means standard input. It fails at
                                            once when nobody listens there, and with exit code 124 when no answer comes in time.
                                            """)
                                    .value(
                                            "-H, --header",
                                            "NAME:TEXT",
                                            "a header, as often as wanted")
                                    .value(
                                            "--timeout",
                                            "DURATION",
                                            "how long to wait (default: 2s)")
                                    .flag(
                                            "--json",
                                            "one JSON object with subject, headers and data")
                                    .flag("--raw", "only what the answer carries"))
                    .example("foster bus request time.now")
                    .example(
                            "foster bus request rosey.command.dice.roll '{\"args\": \"2d6\"}'"
                                    + " --json");

    RequestVerb(Invocation invocation) {
        super(invocation, OPTIONS, "ask, and print the answer");
    }

    @Override
    void check(Arguments arguments) {
        var _ = subject(arguments);
        var _ = Payload.headers(arguments, OPTIONS);
        var _ = arguments.duration("--timeout");
    }

    @Override
    int run(Arguments arguments, BusSession session) throws InterruptedException {
        String subject = subject(arguments);
        Duration timeout = arguments.duration("--timeout").orElse(PATIENCE);
        CompletableFuture<Message> answer;
        try {
            answer =
                    session.connection()
                            .requestWithTimeout(
                                    subject,
                                    Payload.headers(arguments, OPTIONS),
                                    Payload.of(arguments, invocation),
                                    timeout);
        } catch (IllegalArgumentException | IllegalStateException refused) {
            throw BusSession.refused("ask " + subject, String.valueOf(refused.getMessage()));
        }
        new MessagePrinter(invocation, arguments).print(await(answer, subject, timeout, session));
        return ExitCodes.OK;
    }

    private static Message await(
            CompletableFuture<Message> answer, String subject, Duration timeout, BusSession session)
            throws InterruptedException {
        try {
            return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException nobody) {
            throw new BusVerbProblem(
                    ExitCodes.FAILURE,
                    "cannot ask "
                            + subject
                            + ": nobody listens there; start who answers, or see who listens where"
                            + " with foster bus stats");
        } catch (TimeoutException | CancellationException late) {
            session.complaint()
                    .ifPresent(
                            complaint -> {
                                throw BusSession.refused("ask " + subject, complaint);
                            });
            throw new BusVerbProblem(
                    ExitCodes.TIMED_OUT,
                    "cannot ask "
                            + subject
                            + ": no answer came within "
                            + Quantities.of(timeout)
                            + "; wait longer with --timeout");
        }
    }
}
