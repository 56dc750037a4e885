package dev.foster.daemon.api;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProblemView;
import dev.foster.http.HttpHandler;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.json.JsonProblem;
import dev.foster.json.JsonText;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The API's table: finds the route of a request, and turns problems into answers. */
final class Routes implements HttpHandler {
    private static final System.Logger LOG = System.getLogger(Routes.class.getName());

    private final AtomicLongArray answers = new AtomicLongArray(6);
    private final List<Route> all;

    Routes(Operations operations) {
        this.all =
                Stream.of(
                                new ProjectResource(operations).routes(),
                                new ProcessesResource(operations).routes(),
                                new UsageResource(operations).routes(),
                                new ActionsResource(operations).routes(),
                                new BusResource(operations).routes(),
                                new McpResource(operations).routes(),
                                new WebResource(operations).routes(),
                                new MetricsResource(operations).routes(),
                                new NotifyResource(operations).routes(),
                                new EventsResource(operations).routes(),
                                new LogsResource(operations).routes(),
                                new TailsResource(operations).routes(),
                                new OpenApiResource().routes())
                        .flatMap(List::stream)
                        .toList();
    }

    List<Route> all() {
        return all;
    }

    /** How many answers were given, by the hundreds of their status. */
    long[] answers() {
        var counts = new long[answers.length()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = answers.get(i);
        }
        return counts;
    }

    @Override
    public HttpResponse handle(HttpRequest request) {
        HttpResponse response = answerOrProblem(request);
        answers.incrementAndGet(response.status() / 100);
        return response;
    }

    private HttpResponse answerOrProblem(HttpRequest request) {
        try {
            return answer(request);
        } catch (ControlProblem problem) {
            return problem(problem.view());
        } catch (JsonProblem problem) {
            return problem(
                    new ControlProblem(
                                    ProblemCode.BAD_REQUEST,
                                    "cannot read the request: "
                                            + problem.getMessage()
                                            + "; see /v1/openapi.json")
                            .view());
        } catch (RuntimeException | Error fault) {
            LOG.log(System.Logger.Level.ERROR, "a request failed: " + request.path(), fault);
            return problem(
                    new ControlProblem(
                                    ProblemCode.INTERNAL,
                                    "cannot answer: a fault inside foster ("
                                            + fault
                                            + "); please report it")
                            .view());
        }
    }

    private HttpResponse answer(HttpRequest request) {
        String method = request.method().equals("HEAD") ? "GET" : request.method();
        List<Route> here =
                all.stream().filter(route -> route.match(request.path()).isPresent()).toList();
        if (here.isEmpty()) {
            throw new ControlProblem(
                    ProblemCode.NO_SUCH_PATH,
                    "cannot find /"
                            + String.join("/", request.path())
                            + ": the API has no such path; see /v1/openapi.json");
        }
        for (Route route : here) {
            Optional<String> name = route.match(request.path());
            if (route.method().equals(method) && name.isPresent()) {
                return route.action().answer(request, name.get());
            }
        }
        String allowed = here.stream().map(Route::method).collect(Collectors.joining(", "));
        return problem(
                        new ControlProblem(
                                        ProblemCode.WRONG_METHOD,
                                        "cannot "
                                                + request.method()
                                                + " /"
                                                + String.join("/", request.path())
                                                + ": the method is another; use "
                                                + allowed)
                                .view())
                .with("allow", allowed);
    }

    static HttpResponse problem(ProblemView problem) {
        return HttpResponse.json(
                ProblemCode.of(problem.code()).status(), JsonText.write(problem.toJson()));
    }
}
