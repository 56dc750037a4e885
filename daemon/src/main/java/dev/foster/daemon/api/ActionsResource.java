package dev.foster.daemon.api;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.json.Members;

import java.util.List;
import java.util.Map;

/** What can be asked for many processes at once, or for the project. */
final class ActionsResource {
    private final Operations operations;

    ActionsResource(Operations operations) {
        this.operations = operations;
    }

    List<Route> routes() {
        return List.of(
                Route.of("POST", "/v1/start", (request, _) -> start(request)),
                Route.of("POST", "/v1/stop", (request, _) -> stop(request)),
                Route.of("POST", "/v1/restart", (request, _) -> restart(request)),
                Route.of("POST", "/v1/replace", (request, _) -> replace(request)),
                Route.of(
                        "POST",
                        "/v1/reload",
                        (request, _) ->
                                Requests.json(operations.reload(Requests.who(request)).toJson())),
                Route.of("POST", "/v1/down", (request, _) -> down(request)));
    }

    private HttpResponse start(HttpRequest request) {
        Members members = Requests.members(request);
        boolean withDependencies =
                !members.object().containsKey("dependencies") || members.flag("dependencies");
        return Requests.json(
                operations.start(names(members), withDependencies, Requests.who(request)).toJson());
    }

    private HttpResponse stop(HttpRequest request) {
        Members members = Requests.members(request);
        boolean force = members.optionalFlag("force");
        return Requests.json(
                operations.stop(names(members), force, Requests.who(request)).toJson());
    }

    private HttpResponse restart(HttpRequest request) {
        List<String> names = names(Requests.members(request));
        return Requests.json(operations.restart(names, Requests.who(request)).toJson());
    }

    private HttpResponse replace(HttpRequest request) {
        List<String> names = names(Requests.members(request));
        return Requests.json(operations.replace(names, Requests.who(request)).toJson());
    }

    private HttpResponse down(HttpRequest request) {
        operations.down(Requests.who(request));
        return Requests.json(Map.of());
    }

    private List<String> names(Members members) {
        List<String> patterns = members.texts("names");
        if (patterns.isEmpty()) {
            throw new ControlProblem(
                    ProblemCode.BAD_REQUEST,
                    "cannot act: no process is named; give names, or all for every one");
        }
        return patterns;
    }
}
