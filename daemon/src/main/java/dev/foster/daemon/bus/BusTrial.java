package dev.foster.daemon.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.control.BusAnswer;
import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.plugin.message.BusProblem;
import dev.foster.plugin.message.MessageBus;
import dev.foster.process.Quantities;

import io.nats.client.Connection;
import io.nats.client.Message;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A request that a person tries on the bus. */
final class BusTrial {
    private static final int MOST_AT_ONCE = 16;
    private static final int LONGEST_SUBJECT = 255;
    private static final Duration BUS_LIMIT = Duration.ofSeconds(2);

    /** So much longer does the connection wait than we do, so that it is us who say so. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private static final double NANOS_A_MILLISECOND = 1e6;

    private final MessageBus bus;
    private final Semaphore room = new Semaphore(MOST_AT_ONCE);

    BusTrial(MessageBus bus) {
        this.bus = bus;
    }

    BusAnswer ask(String subject, String data, Duration limit) throws InterruptedException {
        // The length first: the expression goes as deep as the subject is long.
        if (subject.length() > LONGEST_SUBJECT || !subject.matches("[^\\s.*>]+(\\.[^\\s.*>]+)*")) {
            throw new ControlProblem(
                    ProblemCode.BAD_REQUEST,
                    "cannot ask on \""
                            + subject.substring(0, Math.min(subject.length(), LONGEST_SUBJECT))
                            + "\": it is no subject; write one like dice.roll, without spaces, *"
                            + " and >");
        }
        if (!room.tryAcquire()) {
            throw conflict(subject, "too many wait for answers; try again in a moment");
        }
        try {
            return answered(subject, data, limit);
        } finally {
            room.release();
        }
    }

    private BusAnswer answered(String subject, String data, Duration limit)
            throws InterruptedException {
        try {
            Connection connection = bus.connection(BUS_LIMIT);
            long begin = System.nanoTime();
            Message answer =
                    connection
                            .requestWithTimeout(subject, data.getBytes(UTF_8), limit.plus(GRACE))
                            .get(limit.toNanos(), TimeUnit.NANOSECONDS);
            long took = System.nanoTime() - begin;
            return new BusAnswer(
                    new String(answer.getData(), UTF_8),
                    Math.round(took / NANOS_A_MILLISECOND * 1000) / 1000.0);
        } catch (IllegalArgumentException tooLong) {
            throw new ControlProblem(
                    ProblemCode.BAD_REQUEST,
                    "cannot ask on "
                            + subject
                            + ": the message is too long for the bus; send less");
        } catch (TimeoutException silence) {
            throw conflict(
                    subject,
                    "no answer came within "
                            + Quantities.of(limit)
                            + "; look at who listens there, or wait longer");
        } catch (ExecutionException | CancellationException nobody) {
            throw conflict(subject, "nobody listens there; see the subjects of the bus");
        } catch (BusProblem | IllegalStateException away) {
            throw conflict(subject, "the bus is away; look whether it runs");
        }
    }

    private static ControlProblem conflict(String subject, String why) {
        return new ControlProblem(
                ProblemCode.CONFLICT, "cannot get an answer on " + subject + ": " + why);
    }
}
