package dev.foster.daemon.api;

import dev.foster.control.UsageLineView;
import dev.foster.http.HttpRequest;
import dev.foster.json.Members;

import java.util.List;

/** What processes use: {@code /v1/usage}, and of one {@code /v1/processes/NAME/usage}. */
final class UsageResource {
    /** Points of a small curve. */
    private static final int MINUTE = 60;

    private final Operations operations;

    UsageResource(Operations operations) {
        this.operations = operations;
    }

    List<Route> routes() {
        return List.of(
                Route.of(
                        "GET",
                        "/v1/usage",
                        (request, _) ->
                                Requests.json(
                                        Members.none()
                                                .put(
                                                        "processes",
                                                        operations.usages(seconds(request)),
                                                        UsageLineView::toJson)
                                                .object())),
                Route.of(
                        "GET",
                        "/v1/processes/{name}/usage",
                        (request, name) ->
                                Requests.json(
                                        operations.usage(name, proportional(request)).toJson())));
    }

    private static int seconds(HttpRequest request) {
        return (int) Requests.number(request, "points", MINUTE, 1, MINUTE);
    }

    private static boolean proportional(HttpRequest request) {
        String wanted = request.parameter("pss").orElse("false");
        return switch (wanted) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw Requests.bad("pss", wanted, "it is neither true nor false");
        };
    }
}
