package dev.foster.cli.bus;

import dev.foster.cli.Arguments;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;

import io.nats.client.impl.NatsMessage;

/** {@code foster bus pub}. */
final class PubVerb extends ClientVerb {
    private static final Options OPTIONS =
            BusOptions.addedTo(
                            Options.of("bus pub", "publish")
                                    .words("SUBJECT [TEXT...]")
                                    .about(
                                            """
                                            Publishes a message and waits until the bus has it. A single - as TEXT means standard input, byte
                                            for byte; no TEXT, an empty message.
                                            """)
                                    .value(
                                            "-H, --header",
                                            "NAME:TEXT",
                                            "a header, as often as wanted")
                                    .value("--reply", "SUBJECT", "where answers are to go")
                                    .value("--count", "N", "publish it N times (default: 1)"))
                    .example("foster bus pub weather.berlin 'rain, 12 degrees'")
                    .example("foster bus pub images.new - -H Type:image/png <cat.png");

    PubVerb(Invocation invocation) {
        super(invocation, OPTIONS, "publish a message");
    }

    @Override
    void check(Arguments arguments) {
        var _ = subject(arguments);
        var _ = Payload.headers(arguments, OPTIONS);
        var _ = arguments.count("--count");
    }

    @Override
    int run(Arguments arguments, BusSession session) throws InterruptedException {
        String subject = subject(arguments);
        String purpose = "publish to " + subject;
        NatsMessage.Builder message =
                NatsMessage.builder()
                        .subject(subject)
                        .headers(Payload.headers(arguments, OPTIONS))
                        .data(Payload.of(arguments, invocation));
        arguments.value("--reply").ifPresent(message::replyTo);
        int count = arguments.count("--count").orElse(1);
        try {
            for (int sent = 0; sent < count; sent++) {
                session.connection().publish(message.build());
            }
        } catch (IllegalArgumentException | IllegalStateException refused) {
            throw BusSession.refused(purpose, String.valueOf(refused.getMessage()));
        }
        session.settle(purpose);
        return ExitCodes.OK;
    }
}
