package dev.foster.daemon.api;

import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.daemon.follow.LogPage;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.http.SseEvent;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What the processes said: {@code /v1/logs}, a page of it, or a part of it and what comes. */
final class LogsResource {
    private final Operations operations;

    LogsResource(Operations operations) {
        this.operations = operations;
    }

    List<Route> routes() {
        return List.of(Route.of("GET", "/v1/logs", (request, _) -> logs(request)));
    }

    private HttpResponse logs(HttpRequest request) {
        LogQuery query = query(request);
        if (request.wantsEvents()) {
            query.before().ifPresent(LogsResource::refuseToFollow);
            Optional<String> last = request.headers().first("last-event-id");
            return follow(last.isPresent() ? query.behind(last.get()) : query);
        }
        if (request.parameter("format").isPresent()) {
            return text(request, query);
        }
        List<LogLineView> page = operations.logs(query, LogPage.LINES);
        return Requests.json(
                Members.none()
                        .put("lines", page, LogLineView::toJson)
                        .put("more", LogPage.isFull(page))
                        .object());
    }

    private HttpResponse text(HttpRequest request, LogQuery query) {
        String format = request.parameter("format").orElseThrow();
        if (!format.equals("text")) {
            throw Requests.bad("format", format, "the only one is text; leave it out for JSON");
        }
        return new LogText(operations, query).answer();
    }

    private LogQuery query(HttpRequest request) {
        List<String> patterns = request.query().getOrDefault("name", List.of());
        LogQuery query =
                LogQuery.all()
                        .names(patterns.isEmpty() ? patterns : operations.selectLogs(patterns));
        OptionalLong tail = Requests.number(request, "tail");
        if (tail.isPresent()) {
            query = query.tail((int) Math.min(tail.getAsLong(), Integer.MAX_VALUE));
        }
        Optional<String> since = request.parameter("since");
        if (since.isPresent()) {
            query = query.since(instant(since.get()));
        }
        Optional<String> after = request.parameter("after");
        if (after.isPresent()) {
            query = query.after(after.get());
        }
        Optional<String> before = request.parameter("before");
        return before.isPresent() ? query.before(before.get()) : query;
    }

    private static void refuseToFollow(String before) {
        throw Requests.bad(
                "before", before, "a stream has no end; leave it out, or ask for a page");
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException notATime) {
            throw Requests.bad(
                    "since", text, "it is not a time; write it like 2026-01-31T12:00:00Z");
        }
    }

    private HttpResponse follow(LogQuery query) {
        return Feed.of(
                new EveryItem<LogLineView>(line -> line.text().length()),
                sender -> {
                    LogQuery rest = query;
                    List<LogLineView> page;
                    do {
                        page = operations.logs(rest, LogPage.LINES);
                        sender.send(page);
                        rest = page.isEmpty() ? rest : query.behind(page.getLast().cursor());
                    } while (LogPage.isFull(page));
                    LogQuery last = rest;
                    return follower -> operations.followLogs(last, follower);
                },
                LogsResource::event);
    }

    private static SseEvent event(LogLineView line) {
        return SseEvent.of("line", JsonText.write(line.toJson())).id(line.cursor());
    }
}
