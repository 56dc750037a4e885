package dev.foster.bus.broker;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Decides who may come in. */
final class ClientAuthenticator {
    /** Everything that is decided by, so that it changes at once. */
    private record Rules(
            Optional<String> token,
            Map<String, BusUser> users,
            Optional<String> guest,
            boolean guarded) {}

    private volatile Rules rules;

    ClientAuthenticator(BrokerOptions.Access access) {
        rules = rules(access);
    }

    private static Rules rules(BrokerOptions.Access access) {
        Map<String, BusUser> users = new ConcurrentHashMap<>();
        access.users().forEach(user -> users.put(user.name(), user));
        return new Rules(
                access.token(),
                users,
                access.guest(),
                access.closed() || access.token().isPresent() || !users.isEmpty());
    }

    /** From now on as these say. */
    void follow(BrokerOptions.Access access) {
        rules = rules(access);
    }

    boolean guarded() {
        return rules.guarded;
    }

    synchronized void add(BusUser user) {
        Rules now = rules;
        now.users.put(user.name(), user);
        // Once somebody had to show a password, removing the last user must not open the door.
        rules = new Rules(now.token, now.users, now.guest, true);
    }

    void remove(String name) {
        rules.users.remove(name);
    }

    /** Who it is that says nothing of itself; empty if nobody may come in that way. */
    Optional<ClientIdentity> guest() {
        Rules now = rules;
        return now.guarded
                ? now.guest.flatMap(name -> admission(now.users.get(name)))
                : Optional.of(ClientIdentity.ANYBODY);
    }

    /** Who this client is here; empty if it may not come in. */
    Optional<ClientIdentity> admit(ConnectRequest request) {
        Rules now = rules;
        if (!now.guarded || (now.token.isPresent() && same(now.token.get(), request.token()))) {
            return Optional.of(ClientIdentity.ANYBODY);
        }
        if (request.anonymous()) {
            return guest();
        }
        BusUser user = now.users.get(request.user());
        return user != null && same(user.password(), request.password())
                ? admission(user)
                : Optional.empty();
    }

    private static Optional<ClientIdentity> admission(@Nullable BusUser user) {
        return user == null
                ? Optional.empty()
                : Optional.of(new ClientIdentity(user.name(), user.permissions().internal()));
    }

    private static boolean same(String secret, String given) {
        return MessageDigest.isEqual(secret.getBytes(UTF_8), given.getBytes(UTF_8));
    }
}
