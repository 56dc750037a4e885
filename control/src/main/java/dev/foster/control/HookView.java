package dev.foster.control;

import dev.foster.json.Members;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Somebody who is told what happens in a project.
 *
 * @param kind {@code webhook} or {@code command}
 * @param target where it is, without what may be secret
 * @param on the words for what it is told
 * @param failed messages that could not be delivered
 * @param dropped messages there was no room for
 * @param summed messages that were only summed up, because there were too many
 * @param queued messages that wait
 * @param problem why the last one could not be delivered, until one can
 */
public record HookView(
        String name,
        String kind,
        String target,
        List<String> on,
        long delivered,
        long failed,
        long dropped,
        long summed,
        int queued,
        Optional<String> problem) {
    public HookView {
        on = List.copyOf(on);
    }

    public Map<String, Object> toJson() {
        return Members.none()
                .put("name", name)
                .put("kind", kind)
                .put("target", target)
                .put("on", on)
                .put("delivered", delivered)
                .put("failed", failed)
                .put("dropped", dropped)
                .put("summed", summed)
                .put("queued", queued)
                .put("problem", problem)
                .object();
    }

    public static HookView fromJson(Object json) {
        Members members = Members.of(json);
        return new HookView(
                members.text("name"),
                members.text("kind"),
                members.text("target"),
                members.texts("on"),
                members.number("delivered"),
                members.number("failed"),
                members.number("dropped"),
                members.number("summed"),
                members.smallNumber("queued"),
                members.optionalText("problem"));
    }
}
