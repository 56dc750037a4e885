package dev.foster.cli.mcp.self;

import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.LogQuery;
import dev.foster.control.ProcessView;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What of a project a client can read: its processes, and the log of each. */
final class Resources {
    private static final String PROCESSES = "foster://processes";
    private static final String LOGS = "foster://logs/";

    private final Supplier<ControlClient> daemon;

    Resources(Supplier<ControlClient> daemon) {
        this.daemon = daemon;
    }

    List<Map<String, Object>> list() {
        var all = new ArrayList<Map<String, Object>>();
        all.add(
                Members.none()
                        .put("uri", PROCESSES)
                        .put("name", "processes")
                        .put("title", "The project's processes")
                        .put("mimeType", "application/json")
                        .object());
        try {
            daemon.get().processes().stream()
                    .map(ProcessView::name)
                    .map(Resources::log)
                    .forEach(all::add);
        } catch (ControlProblem notRunning) {
            // Then there are no logs to be named; whoever reads one is told why.
        }
        return all;
    }

    private static Map<String, Object> log(String process) {
        return Members.none()
                .put("uri", LOGS + URLEncoder.encode(process, StandardCharsets.UTF_8))
                .put("name", process + " log")
                .put("title", "The last lines of " + process)
                .put("mimeType", "text/plain")
                .object();
    }

    List<Map<String, Object>> templates() {
        return List.of(
                Members.none()
                        .put("uriTemplate", LOGS + "{name}")
                        .put("name", "log")
                        .put("title", "The last lines of a process")
                        .put("mimeType", "text/plain")
                        .object());
    }

    /** What stands there; empty when there is no such resource. */
    Optional<Map<String, Object>> read(String uri) {
        if (uri.equals(PROCESSES)) {
            List<Map<String, Object>> processes =
                    daemon.get().processes().stream().map(ProcessView::toJson).toList();
            return Optional.of(
                    contents(
                            uri,
                            "application/json",
                            JsonText.write(Map.of("processes", processes))));
        }
        if (!uri.startsWith(LOGS) || uri.length() == LOGS.length()) {
            return Optional.empty();
        }
        ControlClient client = daemon.get();
        String name;
        try {
            name = URLDecoder.decode(uri.substring(LOGS.length()), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException noName) {
            return Optional.empty();
        }
        if (client.processes().stream().noneMatch(view -> view.name().equals(name))) {
            return Optional.empty();
        }
        String text =
                client.logs(LogQuery.all().names(List.of(name)).tail(Tools.MOST_LINES)).stream()
                        .map(line -> line.text() + "\n")
                        .collect(Collectors.joining());
        return Optional.of(contents(uri, "text/plain", text));
    }

    private static Map<String, Object> contents(String uri, String type, String text) {
        return Map.of(
                "contents",
                List.of(
                        Members.none()
                                .put("uri", uri)
                                .put("mimeType", type)
                                .put("text", text)
                                .object()));
    }
}
