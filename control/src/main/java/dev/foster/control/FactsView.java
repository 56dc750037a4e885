package dev.foster.control;

import dev.foster.json.Members;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is settled about a process, and how its runs went.
 *
 * @param environment the names of the variables it is given
 * @param settings what was said about it in the file, each in one phrase: {@code ready}, {@code
 *     liveness}, {@code restart}, {@code stop}, {@code log} …
 * @param runs the last ones, the oldest first
 */
public record FactsView(
        String name,
        List<String> command,
        String directory,
        List<String> environment,
        Map<String, String> settings,
        List<RunView> runs) {

    /**
     * One run.
     *
     * @param exit how it ended, such as {@code exit 1}
     */
    public record RunView(
            long run, Instant startedAt, Optional<Instant> endedAt, Optional<String> exit) {
        Map<String, Object> toJson() {
            return Members.none()
                    .put("run", run)
                    .put("started_at", startedAt)
                    .put("ended_at", endedAt)
                    .put("exit", exit)
                    .object();
        }

        static RunView fromJson(Object json) {
            Members members = Members.of(json);
            return new RunView(
                    members.number("run"),
                    members.instant("started_at"),
                    members.optionalInstant("ended_at"),
                    members.optionalText("exit"));
        }
    }

    public FactsView {
        command = List.copyOf(command);
        environment = List.copyOf(environment);
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        runs = List.copyOf(runs);
    }

    public Map<String, Object> toJson() {
        return Members.none()
                .put("name", name)
                .put("command", command)
                .put("directory", directory)
                .put("environment", environment)
                .put("settings", settings)
                .put("runs", runs, RunView::toJson)
                .object();
    }

    public static FactsView fromJson(Object json) {
        Members members = Members.of(json);
        var settings = new LinkedHashMap<String, String>();
        Members phrases = Members.of(members.inner("settings"));
        phrases.object().keySet().forEach(key -> settings.put(key, phrases.text(key)));
        return new FactsView(
                members.text("name"),
                members.texts("command"),
                members.text("directory"),
                members.texts("environment"),
                settings,
                members.list("runs", RunView::fromJson));
    }
}
