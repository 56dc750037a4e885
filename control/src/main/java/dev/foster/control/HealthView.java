package dev.foster.control;

import dev.foster.json.Members;

import java.util.List;
import java.util.Map;

/** Whether the threads without which a daemon is none are well, and the guardian. */
public record HealthView(List<PartView> parts) {
    public static final String WELL = "well";

    /** One turn of it takes longer than any should. */
    public static final String STUCK = "stuck";

    /** It has ended. */
    public static final String GONE = "gone";

    /** Nobody would end the processes if the daemon were killed. */
    public static final String UNGUARDED = "unguarded";

    public HealthView {
        parts = List.copyOf(parts);
    }

    /**
     * One of them.
     *
     * @param problem what is wrong with it, a sentence; empty when it is well
     */
    public record PartView(String name, String state, String problem) {
        Map<String, Object> toJson() {
            return Members.none()
                    .put("name", name)
                    .put("state", state)
                    .put("problem", problem)
                    .object();
        }

        static PartView fromJson(Object json) {
            Members members = Members.of(json);
            return new PartView(
                    members.text("name"), members.text("state"), members.text("problem"));
        }
    }

    /** What is wrong, one sentence each. */
    public List<String> problems() {
        return parts.stream().map(PartView::problem).filter(text -> !text.isEmpty()).toList();
    }

    public Map<String, Object> toJson() {
        return Members.none().put("parts", parts, PartView::toJson).object();
    }

    public static HealthView fromJson(Object json) {
        return new HealthView(Members.of(json).list("parts", PartView::fromJson));
    }
}
