package dev.foster.cli.logs;

import dev.foster.json.JsonProblem;
import dev.foster.json.JsonText;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A line in which a plugin logs, JSON as hclog writes it, made readable: level, message, fields.
 * Its time is that of the line.
 */
final class HclogLine {
    private static final List<String> OWN =
            List.of("@level", "@message", "@timestamp", "@module", "@caller");

    private HclogLine() {}

    /** The line for people; itself when it is nothing of the kind. */
    static String plain(String line) {
        if (!line.startsWith("{") || !line.contains("\"@message\"")) {
            return line;
        }
        Map<String, Object> members;
        try {
            members = JsonText.parseObject(line);
        } catch (JsonProblem somethingElse) {
            return line;
        }
        if (!(members.get("@message") instanceof String message)) {
            return line;
        }
        var text = new StringBuilder();
        if (members.get("@level") instanceof String level) {
            text.append('[').append(level.toUpperCase(Locale.ROOT)).append("] ");
        }
        if (members.get("@module") instanceof String module && !module.isEmpty()) {
            text.append(module).append(": ");
        }
        text.append(message);
        members.forEach(
                (name, value) -> {
                    if (!OWN.contains(name)) {
                        text.append(' ').append(name).append('=').append(shown(value));
                    }
                });
        return text.toString();
    }

    private static String shown(Object value) {
        if (!(value instanceof String text)) {
            return JsonText.write(value);
        }
        boolean plain = !text.isEmpty() && text.chars().noneMatch(it -> it <= ' ' || it == '"');
        return plain ? text : JsonText.write(text);
    }
}
