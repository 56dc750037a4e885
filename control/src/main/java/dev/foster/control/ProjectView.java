package dev.foster.control;

import dev.foster.json.Members;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A project and the daemon that runs it.
 *
 * @param directory the project's folder
 * @param files what it was read from
 * @param pid the daemon's
 * @param engine which process engine is in use
 * @param stopping whether the daemon is on its way down
 * @param processes how many there are
 * @param ready how many of them are ready
 * @param lastEvent the id of the newest event
 * @param problems what does not work as it should, such as a full disk, one sentence each
 * @param screen what the project says about its screen
 * @param bus whether it has one
 */
public record ProjectView(
        String name,
        String directory,
        List<String> files,
        long pid,
        String version,
        Instant startedAt,
        String engine,
        boolean stopping,
        int processes,
        int ready,
        long lastEvent,
        List<String> problems,
        ScreenView screen,
        boolean bus) {

    public ProjectView {
        files = List.copyOf(files);
        problems = List.copyOf(problems);
    }

    public Map<String, Object> toJson() {
        return Members.none()
                .put("name", name)
                .put("directory", directory)
                .put("files", files)
                .put("pid", pid)
                .put("version", version)
                .put("started_at", startedAt)
                .put("engine", engine)
                .put("stopping", stopping)
                .put("processes", processes)
                .put("ready", ready)
                .put("last_event", lastEvent)
                .put("problems", problems)
                .put("screen", screen.toJson())
                .put("bus", bus)
                .object();
    }

    public static ProjectView fromJson(Object json) {
        Members members = Members.of(json);
        return new ProjectView(
                members.text("name"),
                members.text("directory"),
                members.texts("files"),
                members.number("pid"),
                members.text("version"),
                members.instant("started_at"),
                members.text("engine"),
                members.flag("stopping"),
                members.smallNumber("processes"),
                members.smallNumber("ready"),
                members.number("last_event"),
                members.texts("problems"),
                // A daemon of an earlier version has neither.
                members.object().containsKey("screen")
                        ? ScreenView.fromJson(members.inner("screen"))
                        : ScreenView.NONE,
                members.optionalFlag("bus"));
    }
}
