package dev.foster.daemon.api;

import dev.foster.control.ProcessUpdate;
import dev.foster.control.ProcessView;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.http.SseEvent;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.util.List;
import java.util.Map;

/** The processes: {@code /v1/processes} and what lies under it. */
final class ProcessesResource {
    private final Operations operations;

    ProcessesResource(Operations operations) {
        this.operations = operations;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "/v1/processes", (request, _) -> processes(request)),
                Route.of(
                        "GET",
                        "/v1/processes/{name}",
                        (_, name) -> Requests.json(operations.process(name).toJson())),
                Route.of(
                        "GET",
                        "/v1/processes/{name}/why",
                        (_, name) -> Requests.json(operations.why(name).toJson())),
                Route.of(
                        "GET",
                        "/v1/processes/{name}/facts",
                        (_, name) -> Requests.json(operations.facts(name).toJson())),
                Route.of("POST", "/v1/processes/{name}/signal", this::signal),
                Route.of("POST", "/v1/processes/{name}/input", this::input));
    }

    private HttpResponse processes(HttpRequest request) {
        if (request.wantsEvents()) {
            boolean usage = usage(request);
            return Feed.ofNews(
                    new LatestStates(),
                    follower -> operations.followProcesses(usage, follower),
                    ProcessesResource::event);
        }
        return Requests.json(listed(operations.processes()));
    }

    private static boolean usage(HttpRequest request) {
        String wanted = request.parameter("usage").orElse("false");
        return switch (wanted) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw Requests.bad("usage", wanted, "it is neither true nor false");
        };
    }

    private static SseEvent event(ProcessUpdate news) {
        return switch (news) {
            case ProcessUpdate.Snapshot(List<ProcessView> processes) ->
                    SseEvent.of("snapshot", JsonText.write(listed(processes)));
            case ProcessUpdate.Changed(ProcessView process) ->
                    SseEvent.of("process", JsonText.write(process.toJson()));
            case ProcessUpdate.Beat(List<ProcessView> different) ->
                    SseEvent.of("beat", JsonText.write(listed(different)));
        };
    }

    private static Map<String, Object> listed(List<ProcessView> processes) {
        return Members.none().put("processes", processes, ProcessView::toJson).object();
    }

    private HttpResponse signal(HttpRequest request, String name) {
        operations.signal(name, Requests.members(request).text("signal"), Requests.who(request));
        return Requests.json(Map.of());
    }

    /** The body is what the process gets, byte for byte. */
    private HttpResponse input(HttpRequest request, String name) {
        boolean end = request.parameter("end").orElse("").equals("true");
        operations.input(name, request.body().bytes(), end);
        return Requests.json(Map.of());
    }
}
