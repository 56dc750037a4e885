package dev.foster.control;

import dev.foster.json.Members;

import java.util.Map;
import java.util.Optional;

/**
 * Who listens to what on the embedded bus.
 *
 * @param subject a subject, or a pattern
 * @param queue of those who share it, each message goes to one
 * @param connection the id of the one who listens
 * @param delivered how many messages it got so far
 */
public record BusSubjectView(
        String subject, Optional<String> queue, long connection, long delivered) {

    public Map<String, Object> toJson() {
        return Members.none()
                .put("subject", subject)
                .put("queue", queue)
                .put("connection", connection)
                .put("delivered", delivered)
                .object();
    }

    public static BusSubjectView fromJson(Object json) {
        Members members = Members.of(json);
        return new BusSubjectView(
                members.text("subject"),
                members.optionalText("queue"),
                members.number("connection"),
                members.number("delivered"));
    }
}
