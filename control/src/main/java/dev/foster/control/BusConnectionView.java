package dev.foster.control;

import dev.foster.json.Members;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A client of the embedded bus, and what it sent and got so far.
 *
 * @param id no other client has it, nor had
 * @param name by its own word
 * @param language the library it uses, by its own word
 * @param pendingBytes what waits to be taken by it
 */
public record BusConnectionView(
        long id,
        Optional<String> name,
        Optional<String> user,
        Optional<String> language,
        Optional<String> version,
        Instant openedAt,
        long subscriptions,
        long messagesIn,
        long messagesOut,
        long bytesIn,
        long bytesOut,
        long pendingBytes) {

    public Map<String, Object> toJson() {
        return Members.none()
                .put("id", id)
                .put("name", name)
                .put("user", user)
                .put("language", language)
                .put("version", version)
                .put("opened_at", openedAt)
                .put("subscriptions", subscriptions)
                .put("messages_in", messagesIn)
                .put("messages_out", messagesOut)
                .put("bytes_in", bytesIn)
                .put("bytes_out", bytesOut)
                .put("pending_bytes", pendingBytes)
                .object();
    }

    public static BusConnectionView fromJson(Object json) {
        Members members = Members.of(json);
        return new BusConnectionView(
                members.number("id"),
                members.optionalText("name"),
                members.optionalText("user"),
                members.optionalText("language"),
                members.optionalText("version"),
                members.instant("opened_at"),
                members.number("subscriptions"),
                members.number("messages_in"),
                members.number("messages_out"),
                members.number("bytes_in"),
                members.number("bytes_out"),
                members.number("pending_bytes"));
    }
}
