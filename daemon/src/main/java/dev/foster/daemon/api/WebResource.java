package dev.foster.daemon.api;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.json.Members;

import java.util.List;
import java.util.OptionalInt;

/** The way into the dashboard: {@code /v1/web}. */
final class WebResource {
    private static final int HIGHEST_PORT = 65_535;

    private final Operations operations;

    WebResource(Operations operations) {
        this.operations = operations;
    }

    List<Route> routes() {
        return List.of(Route.of("POST", "/v1/web", (request, _) -> web(request)));
    }

    /** Who came in through a port stays as long as his log-in lasts, and brings nobody else in. */
    private HttpResponse web(HttpRequest request) {
        if (request.peer().localPort().isPresent()) {
            throw new ControlProblem(
                    ProblemCode.FORBIDDEN,
                    "cannot give out a link here: only who may use the project's socket gets one;"
                            + " run foster web where foster runs");
        }
        Members members = Requests.members(request);
        return Requests.json(
                operations
                        .web(port(members), members.optionalFlag("reset"), Requests.who(request))
                        .toJson());
    }

    private static OptionalInt port(Members members) {
        var port = members.optionalNumber("port");
        if (port.isEmpty()) {
            return OptionalInt.empty();
        }
        if (port.get() < 0 || port.get() > HIGHEST_PORT) {
            throw Requests.bad("port", port.get().toString(), "it is none; give 0 to 65535");
        }
        return OptionalInt.of(port.get().intValue());
    }
}
