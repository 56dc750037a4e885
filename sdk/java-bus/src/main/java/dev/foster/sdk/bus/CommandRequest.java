package dev.foster.sdk.bus;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A command that somebody gave.
 *
 * @param channel where, empty if nobody said
 * @param user who, empty if nobody said
 * @param args what stood behind the command
 * @param all the whole request
 */
public record CommandRequest(
        String channel, String user, String args, Map<String, @Nullable Object> all) {

    static CommandRequest of(String json) {
        if (!(Json.read(json) instanceof Map<?, ?> members)) {
            throw new IllegalArgumentException("a command comes as a JSON object");
        }
        var all = Json.object(members);
        return new CommandRequest(
                text(all.get("channel")), text(all.get("user")), text(all.get("args")), all);
    }

    /** The arguments, word by word. */
    public List<String> words() {
        return args.isBlank() ? List.of() : List.of(args.strip().split("\\s+", -1));
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case List<?> list ->
                    list.stream().map(String::valueOf).collect(Collectors.joining(" "));
            default -> value.toString();
        };
    }
}
