package dev.foster.bus.broker;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Decides who may come in. */
final class Doorkeeper {
    private final Optional<String> token;
    private final Map<String, BusUser> users = new ConcurrentHashMap<>();
    // Once somebody had to show a password, removing the last user must not open the door.
    private volatile boolean guarded;

    Doorkeeper(BrokerOptions.Access access) {
        token = access.token();
        access.users().forEach(user -> users.put(user.name(), user));
        guarded = access.closed() || token.isPresent() || !users.isEmpty();
    }

    boolean guarded() {
        return guarded;
    }

    void add(BusUser user) {
        users.put(user.name(), user);
        guarded = true;
    }

    void remove(String name) {
        users.remove(name);
    }

    /** What this client may do; empty if it may not come in. */
    Optional<Permissions> admit(ConnectRequest request) {
        if (!guarded) {
            return Optional.of(Permissions.ALL);
        }
        if (token.isPresent() && same(token.get(), request.token())) {
            return Optional.of(Permissions.ALL);
        }
        return Optional.ofNullable(users.get(request.user()))
                .filter(user -> same(user.password(), request.password()))
                .map(user -> user.permissions().internal());
    }

    private static boolean same(String secret, String given) {
        return MessageDigest.isEqual(secret.getBytes(UTF_8), given.getBytes(UTF_8));
    }
}
