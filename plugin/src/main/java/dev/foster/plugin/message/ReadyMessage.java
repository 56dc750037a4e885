package dev.foster.plugin.message;

import io.nats.client.support.JsonParseException;
import io.nats.client.support.JsonParser;
import io.nats.client.support.JsonValue;

import java.util.List;
import java.util.Optional;

/**
 * What a plugin says of itself when it is ready.
 *
 * @param pid the process that says so
 * @param subjects what it has subscribed to
 */
public record ReadyMessage(
        long pid, List<String> subjects, Optional<String> version, Optional<String> description) {
    /** More than any plugin needs; what comes over the bus is not to be trusted. */
    private static final int MOST_SUBJECTS = 1000;

    private static final int LONGEST = 500;

    public ReadyMessage {
        subjects = List.copyOf(subjects);
    }

    /**
     * Reads one.
     *
     * @return empty when it is none
     */
    static Optional<ReadyMessage> parse(byte[] data) {
        try {
            JsonValue json = JsonParser.parse(data);
            if (json.map == null) {
                return Optional.empty();
            }
            return Optional.of(
                    new ReadyMessage(
                            number(json.map.get("pid")),
                            subjects(json.map.get("subjects")),
                            text(json.map.get("version")),
                            text(json.map.get("description"))));
        } catch (JsonParseException noJson) {
            return Optional.empty();
        }
    }

    @SuppressWarnings("NullAway") // the library's fields say what a value is by not being null
    private static List<String> subjects(@org.jspecify.annotations.Nullable JsonValue value) {
        return value == null || value.array == null
                ? List.of()
                : value.array.stream()
                        .limit(MOST_SUBJECTS)
                        .map(it -> it.string)
                        .filter(it -> it != null && it.length() <= LONGEST)
                        .toList();
    }

    private static long number(@org.jspecify.annotations.Nullable JsonValue value) {
        return value == null || value.number == null ? -1 : value.number.longValue();
    }

    private static Optional<String> text(@org.jspecify.annotations.Nullable JsonValue value) {
        return Optional.ofNullable(value).map(it -> it.string).filter(it -> it.length() <= LONGEST);
    }
}
