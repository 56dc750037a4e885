package dev.foster.control;

import dev.foster.json.Members;

import java.time.Instant;
import java.util.Map;

/**
 * One line a process said, or Foster said about it.
 *
 * @param stream {@code out}, {@code err}, or {@code foster} for a remark such as a gap or an exit
 * @param cursor where this line stands: following with it goes on with the next; its form is the
 *     daemon's own
 */
public record LogLineView(Instant at, String process, String stream, String text, String cursor) {
    public static final String OUT = "out";
    public static final String ERR = "err";
    public static final String FOSTER = "foster";

    public Map<String, Object> toJson() {
        return Members.none()
                .put("at", at)
                .put("process", process)
                .put("stream", stream)
                .put("text", text)
                .put("cursor", cursor)
                .object();
    }

    public static LogLineView fromJson(Object json) {
        Members members = Members.of(json);
        return new LogLineView(
                members.instant("at"),
                members.text("process"),
                members.text("stream"),
                members.text("text"),
                members.text("cursor"));
    }
}
