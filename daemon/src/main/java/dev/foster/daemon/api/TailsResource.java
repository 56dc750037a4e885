package dev.foster.daemon.api;

import dev.foster.control.LogLineView;
import dev.foster.control.TailView;
import dev.foster.daemon.follow.Tails;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.http.SseEvent;
import dev.foster.http.StreamBody;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the processes said last: {@code /v1/tails}, once, or again and again for as long as the
 * client listens. Each time is made when the one before it was sent, so a client that reads slowly
 * gets fewer lines and larger counts of those left out, and nothing waits for it.
 */
final class TailsResource {
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    private static final long USUAL_BEAT = 100;
    private static final long EVENT_CHARACTERS = 256 << 10;
    private static final long ANSWER_CHARACTERS = 4 << 20;

    private final Operations operations;

    TailsResource(Operations operations) {
        this.operations = operations;
    }

    List<Route> routes() {
        return List.of(Route.of("GET", "/v1/tails", (request, _) -> tails(request)));
    }

    private HttpResponse tails(HttpRequest request) {
        List<String> patterns = request.query().getOrDefault("name", List.of());
        List<String> names = patterns.isEmpty() ? patterns : operations.selectLogs(patterns);
        int lines = (int) Requests.number(request, "lines", 1, 1, 1000);
        int first = (int) Requests.number(request, "first", lines, 0, 10_000);
        Duration beat = Duration.ofMillis(Requests.number(request, "beat", USUAL_BEAT, 50, 5000));
        if (request.wantsEvents()) {
            return HttpResponse.events(
                    stream -> {
                        try (Tails tails = operations.tails(names, lines, first)) {
                            stream.onGone(tails::close);
                            write(stream, tails, beat);
                        }
                    });
        }
        try (Tails tails = operations.tails(names, lines, first)) {
            return Requests.json(listed(once(tails)));
        }
    }

    private static void write(StreamBody.Stream stream, Tails tails, Duration beat)
            throws IOException, InterruptedException {
        List<TailView> beginnings = tails.beginnings();
        do {
            send(stream, beginnings);
            beginnings = tails.beginnings();
        } while (!beginnings.isEmpty());
        while (!tails.ended()) {
            List<TailView> news = tails.news(beat, HEARTBEAT);
            if (!news.isEmpty()) {
                send(stream, news);
            } else if (!tails.ended()) {
                stream.send(SseEvent.HEARTBEAT);
            }
        }
    }

    /** In events that are not too long; one at least. */
    private static void send(StreamBody.Stream stream, List<TailView> tails) throws IOException {
        var event = new ArrayList<TailView>();
        long characters = 0;
        for (TailView tail : tails) {
            for (TailView piece : pieces(tail)) {
                event.add(piece);
                characters += characters(piece.lines());
                if (characters > EVENT_CHARACTERS) {
                    stream.send(event(event));
                    event.clear();
                    characters = 0;
                }
            }
        }
        if (!event.isEmpty() || tails.isEmpty()) {
            stream.send(event(event));
        }
    }

    /** The first has what is told once; the others go on. */
    private static List<TailView> pieces(TailView whole) {
        var pieces = new ArrayList<TailView>();
        int begin = 0;
        long characters = 0;
        for (int i = 0; i < whole.lines().size(); i++) {
            characters += whole.lines().get(i).text().length();
            if (characters > EVENT_CHARACTERS) {
                pieces.add(piece(whole, begin, i + 1));
                begin = i + 1;
                characters = 0;
            }
        }
        if (begin < whole.lines().size() || pieces.isEmpty()) {
            pieces.add(piece(whole, begin, whole.lines().size()));
        }
        return pieces;
    }

    private static TailView piece(TailView whole, int begin, int end) {
        List<LogLineView> lines = whole.lines().subList(begin, end);
        return begin == 0
                ? new TailView(whole.process(), whole.skipped(), whole.more(), lines)
                : new TailView(whole.process(), 0, lines);
    }

    private static byte[] event(List<TailView> tails) {
        return SseEvent.of("tails", JsonText.write(listed(tails))).bytes();
    }

    /** All beginnings, as far as they fit into one answer. */
    private static List<TailView> once(Tails tails) {
        var all = new ArrayList<TailView>();
        long characters = 0;
        for (List<TailView> some = tails.beginnings();
                !some.isEmpty() && characters < ANSWER_CHARACTERS;
                some = tails.beginnings()) {
            for (TailView tail : some) {
                all.add(tail);
                characters += characters(tail.lines());
            }
        }
        return all;
    }

    private static long characters(List<LogLineView> lines) {
        return lines.stream().mapToLong(line -> line.text().length()).sum();
    }

    private static Map<String, Object> listed(List<TailView> tails) {
        return Members.none().put("tails", tails, TailView::toJson).object();
    }
}
