package dev.foster.daemon.api;

import dev.foster.control.BusConnectionView;
import dev.foster.control.BusSubjectView;
import dev.foster.control.BusView;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.json.Members;

import java.time.Duration;
import java.util.List;

/** The bus, and what people write there: {@code /v1/bus}, {@code /v1/chat}. */
final class BusResource {
    private static final long USUAL_MILLIS = 2000;
    private static final long MOST_MILLIS = 20_000;

    private final Operations operations;

    BusResource(Operations operations) {
        this.operations = operations;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "/v1/bus", (request, _) -> bus(request)),
                Route.of("GET", "/v1/bus/connections", (_, _) -> connections()),
                Route.of("GET", "/v1/bus/subjects", (_, _) -> subjects()),
                Route.of("POST", "/v1/bus/request", (request, _) -> ask(request)),
                Route.of("POST", "/v1/chat", (request, _) -> chat(request)));
    }

    /** How to come in is told only to those who came through the project's own socket. */
    private HttpResponse bus(HttpRequest request) {
        BusView bus = operations.bus();
        boolean owner = request.peer().localPort().isEmpty();
        return Requests.json((owner ? bus : bus.withoutSecrets()).toJson());
    }

    private HttpResponse connections() {
        return Requests.json(
                Members.none()
                        .put("connections", operations.busConnections(), BusConnectionView::toJson)
                        .object());
    }

    private HttpResponse subjects() {
        return Requests.json(
                Members.none()
                        .put("subjects", operations.busSubjects(), BusSubjectView::toJson)
                        .object());
    }

    private HttpResponse ask(HttpRequest request) {
        Members members = Requests.members(request);
        long millis = members.optionalNumber("timeout_ms").orElse(USUAL_MILLIS);
        if (millis < 1 || millis > MOST_MILLIS) {
            throw Requests.bad(
                    "timeout_ms",
                    Long.toString(millis),
                    "it is out of bounds; give 1 to " + MOST_MILLIS);
        }
        return Requests.json(
                operations
                        .busRequest(
                                members.text("subject"),
                                members.optionalText("data").orElse(""),
                                Duration.ofMillis(millis),
                                Requests.who(request))
                        .toJson());
    }

    private HttpResponse chat(HttpRequest request) {
        Members members = Requests.members(request);
        return Requests.json(operations.chat(members.text("user"), members.text("text")).toJson());
    }
}
