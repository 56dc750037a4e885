package dev.foster.cli.bus;

import dev.foster.cli.Arguments;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;

import io.nats.client.Message;
import io.nats.client.Subscription;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** {@code foster bus sub}. */
final class SubVerb extends ClientVerb {
    private static final Duration LOOK = Duration.ofMillis(500);

    private static final Options OPTIONS =
            BusOptions.addedTo(
                            Options.of("bus sub", "subscribe")
                                    .words("SUBJECT")
                                    .about(
                                            """
                                            Prints the messages of a subject until it is interrupted. In a subject, * stands for one word and >
                                            at its end for the rest. When the bus goes away, it waits for it to come back.
                                            """)
                                    .value(
                                            "--queue",
                                            "NAME",
                                            "share the messages with others of this queue")
                                    .value("--count", "N", "end after N messages")
                                    .flag("--json", "one JSON object per line, for programs")
                                    .flag("--raw", "only what the messages carry, a line each"))
                    .example("foster bus sub 'weather.*'")
                    .example("foster bus sub '>' --json")
                    .example("foster bus sub jobs --queue workers --count 1 --raw");

    SubVerb(Invocation invocation) {
        super(invocation, OPTIONS, "print messages as they come");
    }

    @Override
    boolean patient() {
        return true;
    }

    @Override
    void check(Arguments arguments) {
        var _ = pattern(arguments);
        var _ = arguments.word();
        OptionalInt count = arguments.count("--count");
        if (count.isPresent() && count.getAsInt() == 0) {
            throw OPTIONS.problem("--count 0 would wait for nothing");
        }
    }

    @Override
    int run(Arguments arguments, BusSession session) throws InterruptedException {
        String subject = pattern(arguments);
        String purpose = "subscribe to " + subject;
        Optional<String> queue = arguments.value("--queue");
        Subscription subscription =
                queue.isPresent()
                        ? session.connection().subscribe(subject, queue.get())
                        : session.connection().subscribe(subject);
        int most = arguments.count("--count").orElse(0);
        if (most > 0) {
            subscription.unsubscribe(most);
        }
        session.settle(purpose);
        invocation.err().println("foster: subscribed to " + subject);
        return print(subscription, session, new MessagePrinter(invocation, arguments), most);
    }

    private static int print(
            Subscription subscription, BusSession session, MessagePrinter printer, int most)
            throws InterruptedException {
        int printed = 0;
        while (most == 0 || printed < most) {
            Message message = subscription.nextMessage(LOOK);
            if (message != null) {
                printer.print(message);
                printed++;
            }
            if (printer.broken()) {
                return ExitCodes.BROKEN_PIPE;
            }
            Optional<String> complaint = session.complaint();
            if (complaint.isPresent() && complaint.get().contains("Permissions Violation")) {
                throw BusSession.refused(
                        "stay subscribed to " + subscription.getSubject(), complaint.get());
            }
        }
        return ExitCodes.OK;
    }
}
