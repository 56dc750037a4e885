package dev.foster.daemon.api;

import dev.foster.control.HookTestView;
import dev.foster.control.HookView;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.json.Members;

import java.util.List;
import java.util.Optional;

/** Who is told what happens: {@code /v1/notify}. */
final class NotifyResource {
    private final Operations operations;

    NotifyResource(Operations operations) {
        this.operations = operations;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "/v1/notify", (_, _) -> hooks()),
                Route.of("POST", "/v1/notify/test", (request, _) -> test(request)));
    }

    private HttpResponse hooks() {
        return Requests.json(
                Members.none().put("hooks", operations.hooks(), HookView::toJson).object());
    }

    private HttpResponse test(HttpRequest request) {
        Optional<String> hook = Requests.members(request).optionalText("hook");
        return Requests.json(
                Members.none()
                        .put(
                                "results",
                                operations.testHooks(hook, Requests.who(request)),
                                HookTestView::toJson)
                        .object());
    }
}
