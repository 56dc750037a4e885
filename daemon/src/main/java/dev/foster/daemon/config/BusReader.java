package dev.foster.daemon.config;

import dev.foster.daemon.config.BusSpec.Where;
import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Words;
import dev.foster.plugin.message.BusEntry;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads {@code bus}: a word, an address, or a mapping. */
final class BusReader {
    private static final String EMBEDDED = "embedded";
    private static final Pattern SUBJECT = Pattern.compile("[^\\s.*>$_][^\\s.*>]*(\\.[^\\s.*>]+)*");
    private static final Set<String> SCHEMES = Set.of("nats", "tls");

    private final Context context;
    private final Scalars scalars;

    BusReader(Context context) {
        this.context = context;
        this.scalars = context.scalars();
    }

    Optional<BusSpec> read(Value bus) {
        if (bus instanceof Scalar word) {
            return word.text().equals(EMBEDDED)
                    ? Optional.of(BusSpec.embedded())
                    : remote(List.of(word), "bus", new Mapping(word.place(), Map.of()))
                            .map(where -> new BusSpec(where, BusSpec.USUAL_PREFIX, List.of()));
        }
        return scalars.mapping(bus, "bus").flatMap(this::mapping);
    }

    private Optional<BusSpec> mapping(Mapping fields) {
        Section.BUS.only(fields, "bus", scalars);
        List<String> admins =
                fields.get("admins").map(it -> scalars.texts(it, "bus.admins")).orElse(List.of());
        String prefix =
                fields.get("prefix")
                        .flatMap(it -> scalars.content(it, "bus.prefix"))
                        .orElse(BusSpec.USUAL_PREFIX);
        boolean usage =
                fields.get("usage").flatMap(it -> scalars.truth(it, "bus.usage")).orElse(false);
        Optional<? extends Where> where;
        if (fields.has("url")) {
            if (fields.has("insecure")) {
                return scalars.refuse(
                        fields.placeOf("insecure"),
                        "bus.insecure",
                        "it is about where the embedded bus listens",
                        "remove it; a tls:// address at url is encrypted");
            }
            if (fields.has("listen")) {
                return scalars.refuse(
                        fields.placeOf("listen"),
                        "bus.listen",
                        "the bus at url is somebody else's, and listens where it does",
                        "remove one of them");
            }
            if (fields.has("bridges")) {
                return scalars.refuse(
                        fields.placeOf("bridges"),
                        "bus.bridges",
                        "who may speak for people is decided by the servers there",
                        "use admin_subject, or remove it");
            }
            where =
                    fields.get("url")
                            .flatMap(
                                    it ->
                                            remote(
                                                    scalars.oneOrMore(it, "bus.url"),
                                                    "bus.url",
                                                    fields));
        } else {
            where = embedded(fields, usage);
        }
        return where.map(it -> new BusSpec(it, prefix, admins, usage));
    }

    private Optional<Where.Embedded> embedded(Mapping fields, boolean usage) {
        for (String key : List.of("token", "credentials", "ca", "admin_subject")) {
            if (fields.has(key)) {
                return scalars.refuse(
                        fields.placeOf(key),
                        "bus." + key,
                        "the embedded bus has no use for it",
                        "add url: for a bus of your own, or remove it");
            }
        }
        if (usage) {
            return scalars.refuse(
                    fields.placeOf("usage"),
                    "bus.usage",
                    "the embedded bus carries it whenever somebody listens",
                    "add url: for a bus of your own, or remove it");
        }
        Optional<BusEntry.User> guest = user(fields);
        Optional<Value> listen = fields.get("listen");
        if (listen.isEmpty()) {
            return Optional.of(new Where.Embedded("127.0.0.1", 0, guest, bridges(fields)));
        }
        return scalars.word(listen.get(), "bus.listen")
                .flatMap(text -> address(listen.get(), text, guest, bridges(fields)))
                .filter(where -> mayListen(where, listen.get(), fields));
    }

    /** Nobody shall open the bus to the network by mistake. */
    private boolean mayListen(Where.Embedded where, Value listen, Mapping fields) {
        boolean allowed =
                fields.get("insecure")
                        .flatMap(it -> scalars.truth(it, "bus.insecure"))
                        .orElse(false);
        if (new ListenAddress(where.host(), where.port()).local()) {
            return true;
        }
        if (!allowed) {
            Optional<Where> _ =
                    scalars.refuse(
                            listen,
                            "bus.listen",
                            "what is said there, passwords too, would go over the network in clear"
                                    + " text",
                            "listen at 127.0.0.1, name a server with TLS below bus.url, or add"
                                    + " insecure: true");
            return false;
        }
        context.notices()
                .add(
                        listen.place(),
                        "the bus is not encrypted: whoever can read along at "
                                + where.host()
                                + " learns its passwords");
        return true;
    }

    private Set<String> bridges(Mapping fields) {
        return Set.copyOf(
                fields.get("bridges")
                        .map(it -> scalars.texts(it, "bus.bridges"))
                        .orElse(List.of()));
    }

    private Optional<Where.Embedded> address(
            Value value, String text, Optional<BusEntry.User> guest, Set<String> bridges) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "127.0.0.1" : text.substring(0, colon).replaceAll("[\\[\\]]", "");
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (port >= 0 && port <= 65_535 && !host.isEmpty()) {
                return Optional.of(new Where.Embedded(host, port, guest, bridges));
            }
        } catch (NumberFormatException noPort) {
            // Said below.
        }
        return scalars.expected(value, "bus.listen", "an address and a port", "127.0.0.1:4222");
    }

    private Optional<Where.Remote> remote(List<Scalar> urls, String label, Mapping fields) {
        var servers = new ArrayList<String>();
        Optional<BusEntry.User> user = user(fields);
        Optional<String> token = text(fields, "token");
        for (Scalar url : urls) {
            Optional<URI> server = server(url, label);
            if (server.isEmpty()) {
                return Optional.empty();
            }
            URI uri = server.get();
            String in = uri.getUserInfo();
            if (in != null) {
                int colon = in.indexOf(':');
                if (colon < 0) {
                    token = Optional.of(in);
                } else {
                    user =
                            Optional.of(
                                    new BusEntry.User(
                                            in.substring(0, colon), in.substring(colon + 1)));
                }
            }
            int port = uri.getPort() < 0 ? 4222 : uri.getPort();
            servers.add(uri.getScheme() + "://" + uri.getHost() + ":" + port);
        }
        return Optional.of(
                new Where.Remote(
                        new BusEntry(
                                servers,
                                user,
                                token,
                                path(fields, "credentials"),
                                path(fields, "ca")),
                        adminSubject(fields)));
    }

    /** One subject, not a pattern: what that stands for is more than its owner means. */
    private Optional<String> adminSubject(Mapping fields) {
        Optional<Value> value = fields.get("admin_subject");
        Optional<String> text = value.flatMap(it -> scalars.word(it, "bus.admin_subject"));
        if (text.isEmpty()
                || (SUBJECT.matcher(text.get()).matches() && !text.get().equals("foster.chat"))) {
            return text;
        }
        return scalars.expected(
                value.get(), "bus.admin_subject", "a subject of its own", "foster.admin");
    }

    private Optional<URI> server(Scalar url, String label) {
        try {
            var uri = new URI(url.text());
            if (uri.getScheme() != null
                    && SCHEMES.contains(uri.getScheme())
                    && uri.getHost() != null) {
                return Optional.of(uri);
            }
        } catch (URISyntaxException noAddress) {
            // Said below.
        }
        return scalars.refuse(
                url,
                label,
                "\"" + Words.clip(url.text()) + "\" is neither embedded nor the address of a bus",
                "write embedded, or an address such as nats://127.0.0.1:4222");
    }

    private Optional<BusEntry.User> user(Mapping fields) {
        Optional<String> name = text(fields, "user");
        Optional<String> password = text(fields, "password");
        if (fields.has("user") != fields.has("password")) {
            return scalars.refuse(
                    fields.placeOf(fields.has("user") ? "user" : "password"),
                    "bus.user",
                    "a user needs a name and a password",
                    "write both, the password as ${NAME} to keep it out of the file");
        }
        return name.isPresent() && password.isPresent()
                ? Optional.of(new BusEntry.User(name.get(), password.get()))
                : Optional.empty();
    }

    private Optional<String> text(Mapping fields, String key) {
        return fields.get(key).flatMap(it -> scalars.word(it, "bus." + key));
    }

    private Optional<Path> path(Mapping fields, String key) {
        return fields.get(key).flatMap(it -> scalars.path(it, "bus." + key, context.directory()));
    }
}
