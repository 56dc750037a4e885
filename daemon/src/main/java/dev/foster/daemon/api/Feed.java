package dev.foster.daemon.api;

import dev.foster.control.ControlProblem;
import dev.foster.daemon.follow.FollowHandle;
import dev.foster.daemon.follow.Follower;
import dev.foster.http.HttpResponse;
import dev.foster.http.SseEvent;
import dev.foster.http.StreamBody;
import dev.foster.json.JsonText;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Server-sent events of one kind for one client: what there is, then what comes, for as long as the
 * client listens. A client that reads too slowly loses items and is told how many.
 */
final class Feed<T> implements StreamBody {
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    private static final int PIECE_BYTES = 32 << 10;

    /** Begins the calls to a follower. */
    interface Source<T> {
        FollowHandle follow(Follower<T> follower);
    }

    /** Sends what there is; the result brings what comes behind it. */
    interface Past<T> {
        Source<T> sendTo(Sender<T> sender) throws IOException;
    }

    /** Sends items to the client at the client's pace. */
    interface Sender<T> {
        void send(List<T> items) throws IOException;
    }

    private final Shelf<T> shelf;
    private final Past<T> past;
    private final Function<T, SseEvent> event;
    private final Duration heartbeat;

    Feed(Shelf<T> shelf, Past<T> past, Function<T, SseEvent> event, Duration heartbeat) {
        this.shelf = shelf;
        this.past = past;
        this.event = event;
        this.heartbeat = heartbeat;
    }

    static <T> HttpResponse of(Shelf<T> shelf, Past<T> past, Function<T, SseEvent> event) {
        return HttpResponse.events(new Feed<>(shelf, past, event, HEARTBEAT));
    }

    /** A feed whose source itself begins with what there is. */
    static <T> HttpResponse ofNews(Shelf<T> shelf, Source<T> source, Function<T, SseEvent> event) {
        return of(shelf, _ -> source, event);
    }

    @Override
    public void write(Stream stream) throws IOException, InterruptedException {
        var outbox = new ClientOutbox<>(shelf);
        stream.onGone(outbox::end);
        // Shows the client that it is heard, also when there is nothing to tell yet.
        stream.send(SseEvent.HEARTBEAT);
        try {
            Source<T> source = past.sendTo(items -> send(stream, items));
            try (FollowHandle _ = source.follow(outbox)) {
                deliver(stream, outbox);
            }
        } catch (ControlProblem problem) {
            stream.send(SseEvent.of("problem", JsonText.write(problem.view().toJson())).bytes());
        }
    }

    private void deliver(Stream stream, ClientOutbox<T> outbox)
            throws IOException, InterruptedException {
        while (true) {
            ClientOutbox.Delivery<T> delivery = outbox.take(heartbeat);
            if (delivery.dropped() > 0) {
                String count = JsonText.write(Map.of("count", delivery.dropped()));
                stream.send(SseEvent.of("dropped", count).bytes());
            }
            if (delivery.items().isEmpty()) {
                if (delivery.ended()) {
                    return;
                }
                stream.send(SseEvent.HEARTBEAT);
            }
            send(stream, delivery.items());
        }
    }

    /** Many small events go in few pieces. */
    private void send(Stream stream, List<T> items) throws IOException {
        var piece = new ByteArrayOutputStream();
        for (T item : items) {
            piece.writeBytes(event.apply(item).bytes());
            if (piece.size() > PIECE_BYTES) {
                stream.send(piece.toByteArray());
                piece.reset();
            }
        }
        stream.send(piece.toByteArray());
    }
}
