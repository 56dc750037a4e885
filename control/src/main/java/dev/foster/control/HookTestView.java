package dev.foster.control;

import dev.foster.json.Members;

import java.util.Map;

/**
 * What came of a test message.
 *
 * @param target where it went, without what may be secret
 * @param text what was answered, or why nobody did
 * @param tookMs how long that took, in milliseconds
 */
public record HookTestView(
        String hook, String target, boolean delivered, String text, long tookMs) {

    public Map<String, Object> toJson() {
        return Members.none()
                .put("hook", hook)
                .put("target", target)
                .put("delivered", delivered)
                .put("text", text)
                .put("took_ms", tookMs)
                .object();
    }

    public static HookTestView fromJson(Object json) {
        Members members = Members.of(json);
        return new HookTestView(
                members.text("hook"),
                members.text("target"),
                members.flag("delivered"),
                members.text("text"),
                members.number("took_ms"));
    }
}
