package dev.foster.control;

import dev.foster.json.Members;

import java.util.List;
import java.util.Map;

/**
 * What a project says about its screen.
 *
 * @param panels the processes with a panel, in order; empty for all
 * @param keys keys with a meaning of their own
 */
public record ScreenView(List<String> panels, List<KeyView> keys) {
    public static final ScreenView NONE = new ScreenView(List.of(), List.of());

    /**
     * A key that sends a line to a process.
     *
     * @param key its name, such as {@code Space}
     * @param label what it does, for people
     */
    public record KeyView(String key, String process, String text, String label) {
        Map<String, Object> toJson() {
            return Members.none()
                    .put("key", key)
                    .put("process", process)
                    .put("text", text)
                    .put("label", label)
                    .object();
        }

        static KeyView fromJson(Object json) {
            Members members = Members.of(json);
            return new KeyView(
                    members.text("key"),
                    members.text("process"),
                    members.text("text"),
                    members.text("label"));
        }
    }

    public ScreenView {
        panels = List.copyOf(panels);
        keys = List.copyOf(keys);
    }

    public Map<String, Object> toJson() {
        return Members.none().put("panels", panels).put("keys", keys, KeyView::toJson).object();
    }

    public static ScreenView fromJson(Object json) {
        Members members = Members.of(json);
        return new ScreenView(members.texts("panels"), members.list("keys", KeyView::fromJson));
    }
}
