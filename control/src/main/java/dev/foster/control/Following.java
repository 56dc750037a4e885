package dev.foster.control;

import dev.foster.http.Exchange;
import dev.foster.http.SseEvent;
import dev.foster.http.SseReader;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.io.IOException;
import java.util.Optional;

/**
 * A view that goes on: what the daemon has, then what comes. One thread reads it; closing it, from
 * any thread, ends it.
 */
public final class Following<T> implements AutoCloseable {

    /** How one kind of event becomes an item; empty for one that is not known here. */
    interface Reading<T> {
        Optional<T> read(SseEvent event);
    }

    private final Exchange exchange;
    private final SseReader events;
    private final Reading<T> reading;
    private long dropped;
    private boolean lost;
    private volatile boolean closed;

    Following(Exchange exchange, Reading<T> reading) {
        this.exchange = exchange;
        this.events = new SseReader(exchange.body());
        this.reading = reading;
    }

    /** Waits for the next; empty when the daemon has gone, or this was closed. */
    public Optional<T> next() {
        try {
            for (Optional<SseEvent> event = events.next();
                    event.isPresent();
                    event = events.next()) {
                if (event.get().event().equals("dropped")) {
                    dropped += Members.of(JsonText.parse(event.get().data())).number("count");
                    continue;
                }
                if (event.get().event().equals("problem")) {
                    throw new ControlProblem(
                            ProblemView.fromJson(JsonText.parse(event.get().data())));
                }
                Optional<T> item = reading.read(event.get());
                if (item.isPresent()) {
                    return item;
                }
            }
        } catch (IOException gone) {
            // A daemon that is killed ends the connection without a farewell.
            lost = !closed;
        }
        return Optional.empty();
    }

    /** How many items were left out so far because we read too slowly. */
    public long dropped() {
        return dropped;
    }

    /**
     * Whether it ended without a farewell: the daemon was killed, and the next one has the rest.
     */
    public boolean lost() {
        return lost;
    }

    public boolean closed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        try {
            exchange.close();
        } catch (IOException alreadyBroken) {
            // It is closed, which is what was wanted.
        }
    }
}
