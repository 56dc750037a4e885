package dev.foster.control;

import dev.foster.json.Members;

import java.util.Map;
import java.util.Optional;

/**
 * The answer to something a person wrote.
 *
 * @param well whether it could be done
 * @param text what there is to say
 * @param plugin who answered; Foster itself when absent
 */
public record ChatView(boolean well, String text, Optional<String> plugin) {

    public Map<String, Object> toJson() {
        return Members.none().put("well", well).put("text", text).put("plugin", plugin).object();
    }

    public static ChatView fromJson(Object json) {
        Members members = Members.of(json);
        return new ChatView(
                members.flag("well"), members.text("text"), members.optionalText("plugin"));
    }
}
