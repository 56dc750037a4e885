package dev.foster.plugin.message;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a client needs to come onto the bus.
 *
 * @param servers where it is, without credentials
 * @param user who comes in by password
 * @param token what lets anybody in who knows it
 * @param credentials a file with the key of a user
 * @param authority whose certificates the servers have, where the system does not know it
 */
public record BusEntry(
        List<String> servers,
        Optional<User> user,
        Optional<String> token,
        Optional<Path> credentials,
        Optional<Path> authority) {

    /** A name and its password. */
    public record User(String name, String password) {
        public User {
            Objects.requireNonNull(name);
            Objects.requireNonNull(password);
        }

        /** Leaves the password out, as this text may reach a log. */
        @Override
        public String toString() {
            return "User[" + name + "]";
        }
    }

    public BusEntry {
        servers = List.copyOf(servers);
        Objects.requireNonNull(user);
        Objects.requireNonNull(token);
        Objects.requireNonNull(credentials);
        Objects.requireNonNull(authority);
    }

    /** Servers that let anybody in. */
    public static BusEntry open(List<String> servers) {
        return new BusEntry(
                servers, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    public BusEntry user(User wanted) {
        return new BusEntry(servers, Optional.of(wanted), token, credentials, authority);
    }

    /** The variables by which a plugin learns of it. */
    Map<String, String> variables() {
        var variables = new LinkedHashMap<String, String>();
        variables.put("FOSTER_BUS_SERVERS", String.join(",", servers));
        user.ifPresent(
                it -> {
                    variables.put("FOSTER_BUS_USER", it.name());
                    variables.put("FOSTER_BUS_PASSWORD", it.password());
                });
        token.ifPresent(it -> variables.put("FOSTER_BUS_TOKEN", it));
        credentials.ifPresent(it -> variables.put("FOSTER_BUS_CREDS", it.toString()));
        authority.ifPresent(it -> variables.put("FOSTER_BUS_CA", it.toString()));
        return variables;
    }

    @Override
    public String toString() {
        return "BusEntry" + servers;
    }
}
