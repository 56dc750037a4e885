package dev.foster.daemon.api;

import dev.foster.control.EventView;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.http.SseEvent;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The journal: {@code /v1/events}, a page of it, or all of it behind an id and what comes. */
final class EventsResource {
    private static final int USUAL_PAGE = 100;
    private static final int LARGEST_PAGE = 1000;

    private final Operations operations;

    EventsResource(Operations operations) {
        this.operations = operations;
    }

    List<Route> routes() {
        return List.of(Route.of("GET", "/v1/events", (request, _) -> events(request)));
    }

    private HttpResponse events(HttpRequest request) {
        Optional<String> process = request.parameter("process");
        // An unknown name is told now, not when the stream has begun.
        process.ifPresent(this::refuseUnknown);
        OptionalLong after = Requests.number(request, "after");
        if (request.wantsEvents()) {
            return follow(seen(request, after), process);
        }
        long limit = Requests.number(request, "limit").orElse(USUAL_PAGE);
        List<EventView> page =
                operations.events(after, (int) Math.min(limit, LARGEST_PAGE), process);
        return Requests.json(Members.none().put("events", page, EventView::toJson).object());
    }

    private void refuseUnknown(String name) {
        if (!operations.selectLogs(List.of(name)).equals(List.of(name))) {
            // A group or a pattern: it says so.
            operations.process(name);
        }
    }

    /** A client that comes back says what it saw last; one that says nothing wants only news. */
    private long seen(HttpRequest request, OptionalLong after) {
        Optional<String> last = request.headers().first("last-event-id");
        if (last.isPresent()) {
            return Requests.number("Last-Event-ID", last.get());
        }
        return after.isPresent() ? after.getAsLong() : operations.project().lastEvent();
    }

    /** Pages bring the client up to the present, so that a long past overflows no queue. */
    private HttpResponse follow(long after, Optional<String> process) {
        return Feed.of(
                new NewestItems<EventView>(),
                sender -> {
                    long seen = after;
                    List<EventView> page;
                    do {
                        page = operations.events(OptionalLong.of(seen), LARGEST_PAGE, process);
                        sender.send(page);
                        seen = page.isEmpty() ? seen : page.getLast().id();
                    } while (page.size() == LARGEST_PAGE);
                    long last = seen;
                    return follower -> operations.followEvents(last, process, follower);
                },
                EventsResource::event);
    }

    private static SseEvent event(EventView event) {
        return SseEvent.of("event", JsonText.write(event.toJson())).id(Long.toString(event.id()));
    }
}
