package dev.foster.bus.broker;

import java.util.Map;
import java.util.Set;

/**
 * An INFO in a client's mouth: it means nothing, but a server reads it as one of its own kind, and
 * lets go who cannot say it.
 */
final class ServerWords {
    private static final Set<String> TEXTS =
            Set.of(
                    "server_id",
                    "server_name",
                    "version",
                    "git_commit",
                    "go",
                    "host",
                    "ip",
                    "client_ip",
                    "nonce",
                    "cluster",
                    "domain",
                    "xkey");
    private static final Set<String> NUMBERS = Set.of("proto", "port", "max_payload", "client_id");
    private static final Set<String> TRUTHS =
            Set.of(
                    "headers",
                    "auth_required",
                    "tls_required",
                    "tls_verify",
                    "tls_available",
                    "jetstream",
                    "cluster_dynamic",
                    "ldm");

    private ServerWords() {}

    /** Whether a server could have said this. */
    static boolean wellFormed(String json) {
        if (json.strip().equals("null")) {
            return true;
        }
        try {
            for (Map.Entry<String, Object> member : ConnectJson.members(json).entrySet()) {
                String name = member.getKey();
                Object value = member.getValue();
                if ((TEXTS.contains(name) && !(value instanceof String))
                        || (NUMBERS.contains(name) && !whole(value))
                        || (TRUTHS.contains(name) && !(value instanceof Boolean))) {
                    return false;
                }
            }
            return true;
        } catch (MalformedJson malformed) {
            return false;
        }
    }

    private static boolean whole(Object value) {
        return value instanceof Double number && number == Math.rint(number);
    }
}
