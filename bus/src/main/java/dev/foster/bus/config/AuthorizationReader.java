package dev.foster.bus.config;

import dev.foster.bus.broker.BrokerOptions;
import dev.foster.bus.broker.BusUser;
import dev.foster.bus.broker.Permissions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The {@code authorization} block: who may connect and what they may do. */
final class AuthorizationReader {
    private static final List<String> HASHES = List.of("$2a$", "$2b$", "$2x$", "$2y$");

    private Duration timeout;
    private Optional<String> token = Optional.empty();
    private Optional<String> user = Optional.empty();
    private Optional<String> password = Optional.empty();
    private final List<ConfigValue.Block> users = new ArrayList<>();
    private Permissions permissions = Permissions.ALL;
    private Optional<ConfigValue.Entry> guest = Optional.empty();

    AuthorizationReader(BrokerOptions defaults) {
        timeout = defaults.timing().authentication();
    }

    void read(ConfigValue.Block block) {
        block.entries().forEach(this::read);
        if (user.isPresent() != password.isPresent()) {
            throw block.place()
                    .problem(
                            "cannot let in the user: user and password belong together;"
                                    + " write both, or token");
        }
        if (token.isPresent() && (user.isPresent() || !users.isEmpty())) {
            throw block.place()
                    .problem("cannot use token: there are users too; choose one of the two");
        }
    }

    private void read(String key, ConfigValue.Entry entry) {
        switch (key) {
            case "user", "username" -> user = Optional.of(Meaning.text(entry));
            case "pass", "password" -> password = Optional.of(secret(entry));
            case "token" -> token = Optional.of(secret(entry));
            case "timeout" -> timeout = Meaning.time(entry);
            case "users" -> users(entry);
            case "default_permissions", "default_permission", "permissions" ->
                    permissions = PermissionsReader.read(Meaning.block(entry));
            default -> Unsupported.refuse(key, entry);
        }
    }

    private void users(ConfigValue.Entry entry) {
        if (!(entry.value() instanceof ConfigValue.Items items)) {
            throw Meaning.wrong(entry, "a list of users");
        }
        for (ConfigValue item : items.values()) {
            users.add(Meaning.block(new ConfigValue.Entry("a user", item.place(), item, false)));
        }
    }

    /** The user that somebody without credentials is. */
    void guest(ConfigValue.Entry entry) {
        guest = Optional.of(entry);
    }

    Duration timeout() {
        return timeout;
    }

    /** Only when everything is read: the permissions for all may stand behind the users. */
    BrokerOptions.Access access() {
        List<BusUser> known = new ArrayList<>();
        if (user.isPresent()) {
            known.add(new BusUser(user.get(), password.orElse(""), permissions));
        }
        users.forEach(block -> known.add(user(block)));
        Optional<String> nobody = guest.map(Meaning::text);
        if (nobody.isPresent()
                && known.stream().noneMatch(user -> user.name().equals(nobody.get()))) {
            throw Meaning.wrong(guest.orElseThrow(), "one of the users");
        }
        return new BrokerOptions.Access(token, known, false, nobody);
    }

    private BusUser user(ConfigValue.Block block) {
        String name = "";
        String secret = "";
        Permissions own = permissions;
        for (Map.Entry<String, ConfigValue.Entry> each : block.entries().entrySet()) {
            ConfigValue.Entry entry = each.getValue();
            switch (each.getKey()) {
                case "user", "username" -> name = Meaning.text(entry);
                case "pass", "password" -> secret = secret(entry);
                case "permissions", "permission", "authorization" ->
                        own = PermissionsReader.read(Meaning.block(entry));
                default -> Unsupported.refuse(each.getKey(), entry);
            }
        }
        if (name.isEmpty() || secret.isEmpty()) {
            throw block.place()
                    .problem(
                            "cannot let in a user: user or password is missing;"
                                    + " write { user: NAME, password: SECRET }");
        }
        return new BusUser(name, secret, own);
    }

    private static String secret(ConfigValue.Entry entry) {
        String text = Meaning.text(entry);
        if (HASHES.stream().anyMatch(text::startsWith)) {
            throw entry.value()
                    .place()
                    .problem(
                            "cannot use this "
                                    + entry.name()
                                    + ": it is a bcrypt hash, and this broker cannot check those;"
                                    + " write the secret itself, or $NAME to take it from the"
                                    + " environment");
        }
        return text;
    }
}
