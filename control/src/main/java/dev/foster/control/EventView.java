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
 * @param tone whether it is good news
 * @param run the run of the process it belongs to
 * @param text one sentence for people, without who asked
 * @param who who asked for it, if somebody did
 * @param details more for programs, by kind
 */
public record EventView(
        long id,
        Instant at,
        Optional<String> process,
        String kind,
        EventTone tone,
        Optional<Long> run,
        String text,
        Optional<String> who,
        Map<String, Object> details) {

    /** One sentence with who asked. */
    public String sentence() {
        return text + who.map(person -> " by " + person).orElse("");
    }

    public Map<String, Object> toJson() {
        return Members.none()
                .put("id", id)
                .put("at", at)
                .put("process", process)
                .put("kind", kind)
                .put("tone", tone.word())
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
                members.optionalText("tone").map(EventTone::of).orElse(EventTone.NEUTRAL),
                members.optionalNumber("run"),
                members.text("text"),
                members.optionalText("who"),
                members.inner("details"));
    }
}
