package dev.foster.control;

import dev.foster.json.Members;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Why a process is in its state.
 *
 * @param summary the answer in one sentence: {@code restarting in 3.2 s: third crash in 41 s, exit
 *     1}
 * @param causes what led to it, the oldest first
 * @param lastLines the last lines it said before it ended, or has said so far
 * @param advice what one could do about it
 */
public record WhyView(
        String name,
        ProcessState state,
        String summary,
        List<EventView> causes,
        List<LogLineView> lastLines,
        Optional<String> advice) {

    public WhyView {
        causes = List.copyOf(causes);
        lastLines = List.copyOf(lastLines);
    }

    public Map<String, Object> toJson() {
        return Members.none()
                .put("name", name)
                .put("state", state.word())
                .put("summary", summary)
                .put("causes", causes, EventView::toJson)
                .put("last_lines", lastLines, LogLineView::toJson)
                .put("advice", advice)
                .object();
    }

    public static WhyView fromJson(Object json) {
        Members members = Members.of(json);
        return new WhyView(
                members.text("name"),
                ProcessState.of(members.text("state")),
                members.text("summary"),
                members.list("causes", EventView::fromJson),
                members.list("last_lines", LogLineView::fromJson),
                members.optionalText("advice"));
    }
}
