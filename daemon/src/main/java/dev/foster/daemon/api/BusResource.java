package dev.foster.daemon.api;

import dev.foster.control.http.HttpRequest;
import dev.foster.control.http.HttpResponse;
import dev.foster.control.json.Members;

import java.util.List;

/** The bus, and what people write there: {@code /v1/bus}, {@code /v1/chat}. */
final class BusResource {
    private final Operations operations;

    BusResource(Operations operations) {
        this.operations = operations;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "/v1/bus", (_, _) -> Requests.json(operations.bus().toJson())),
                Route.of("POST", "/v1/chat", (request, _) -> chat(request)));
    }

    private HttpResponse chat(HttpRequest request) {
        Members members = Requests.members(request);
        return Requests.json(operations.chat(members.text("user"), members.text("text")).toJson());
    }
}
