package dev.foster.control;

import dev.foster.json.Members;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One entry of the journal: something that happened.
 *
 * @param id greater than that of every earlier event of the project
 * @param process whom it concerns; absent when it concerns the project
 * @param kind what kind of thing, in a word for programs
 * @param run the run of the process it belongs to
 * @param text one sentence for people
 * @param who who asked for it, if somebody did
 * @param details more for programs, by kind
 */
public record EventView(
        long id,
        Instant at,
        Optional<String> process,
        String kind,
        Optional<Long> run,
        String text,
        Optional<String> who,
        Map<String, Object> details) {

    public Map<String, Object> toJson() {
        return Members.none()
                .put("id", id)
                .put("at", at)
                .put("process", process)
                .put("kind", kind)
                .put("run", run)
                .put("text", text)
                .put("who", who)
                .put("details", details)
                .object();
    }

    public static EventView fromJson(Object json) {
        Members members = Members.of(json);
        return new EventView(
                members.number("id"),
                members.instant("at"),
                members.optionalText("process"),
                members.text("kind"),
                members.optionalNumber("run"),
                members.text("text"),
                members.optionalText("who"),
                members.inner("details"));
    }
}
