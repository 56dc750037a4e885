package dev.foster.plugin.manifest;

import dev.foster.document.Value;
import dev.foster.document.Words;
import dev.foster.plugin.manifest.PluginManifest.Origin;
import dev.foster.plugin.manifest.Terms.Cookie;
import dev.foster.plugin.manifest.Terms.Protocol;
import dev.foster.plugin.manifest.Terms.Tls;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Reads a manifest in our own words. */
final class FosterReader {
    static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
    private static final Pattern VARIABLE = Pattern.compile("[^=\\x00\\s]+");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-fA-F]{64}");

    private final Origin origin;
    private final Fields fields;

    FosterReader(Origin origin, Fields fields) {
        this.origin = origin;
        this.fields = fields;
    }

    Optional<PluginManifest> read() {
        fields.only(Section.MANIFEST);
        Optional<String> id = id();
        String name = fields.word("name").orElse(id.orElse(""));
        String version = version();
        String description = fields.text("description").orElse("");
        Protocol protocol = protocol();
        Surroundings surroundings = surroundings();
        Supervision supervision = new SupervisionReader(fields, protocol.stop()).read();
        Optional<Launch> launch = new LaunchReader(fields).read();
        Terms terms = terms(protocol, launch);
        Messaging messaging = new MessagingReader(fields).read(protocol);
        if (protocol == Protocol.NATS) {
            id.ifPresent(this::checkToken);
        }
        if (id.isEmpty() || launch.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new PluginManifest(
                        origin,
                        id.get(),
                        name,
                        version,
                        description,
                        Optional.empty(),
                        launch.get(),
                        surroundings,
                        terms,
                        supervision,
                        messaging));
    }

    private void checkToken(String id) {
        if (id.indexOf('.') >= 0) {
            fields.refuse(
                    fields.mapping().placeOf("id"),
                    "id",
                    Words.quote(id) + " is part of subjects, where a dot separates words",
                    "write it like " + id.replace('.', '-'));
        }
    }

    private Optional<String> id() {
        if (!fields.has("id")) {
            return fields.refuse(
                    fields.mapping().placeOf("id"),
                    "id",
                    "it is missing",
                    "add a line such as id: " + suggestion());
        }
        Optional<String> id = fields.word("id");
        if (id.isPresent() && !ID.matcher(id.get()).matches()) {
            return fields.refuse(
                    fields.value("id").orElse(fields.mapping()),
                    "id",
                    Words.quote(id.get())
                            + " is no id: letters, digits, _, . and -, beginning with a letter or"
                            + " digit, at most 64",
                    "write it like " + suggestion());
        }
        return id;
    }

    private String suggestion() {
        Path name = origin.folder().getFileName();
        return name != null && ID.matcher(name.toString()).matches()
                ? name.toString()
                : "my-plugin";
    }

    private String version() {
        Optional<String> version = fields.word("version");
        if (version.isPresent() && !SemanticVersion.valid(version.get())) {
            fields.refuse(
                    fields.value("version").orElse(fields.mapping()),
                    "version",
                    Words.quote(version.get()) + " is not three numbers with dots between them",
                    "write it like 1.0.0");
        }
        return version.orElse("");
    }

    private Protocol protocol() {
        Optional<String> word = fields.word("protocol");
        if (word.isPresent() && word.get().equals("stdio")) {
            fields.refuse(
                    fields.value("protocol").orElse(fields.mapping()),
                    "protocol",
                    "stdio is not there yet",
                    "use grpc or nats for now");
            return Protocol.GRPC;
        }
        Map<String, Protocol> meanings = new LinkedHashMap<>();
        meanings.put("grpc", Protocol.GRPC);
        meanings.put("nats", Protocol.NATS);
        return fields.choice("protocol", meanings).orElse(Protocol.GRPC);
    }

    private Surroundings surroundings() {
        Path directory = fields.path("working_dir").orElse(origin.folder());
        return new Surroundings(directory, environment(), inherit());
    }

    private Map<String, String> environment() {
        var variables = new LinkedHashMap<String, String>();
        Fields section = fields.section("environment");
        section.mapping()
                .entries()
                .forEach(
                        (name, entry) -> {
                            if (!VARIABLE.matcher(name).matches()) {
                                section.refuse(
                                        entry.key(),
                                        Words.clip(name),
                                        "it is no name of a variable",
                                        "leave out = and spaces");
                            } else if (entry.value() instanceof Value.Scalar scalar
                                    && scalar.kind() != Value.Kind.NULL
                                    && scalar.text().indexOf('\0') < 0) {
                                variables.put(name, scalar.text());
                            } else {
                                section.expected(
                                        entry.value(), name, "a text or a number", "\"\" or 1");
                            }
                        });
        return variables;
    }

    private Inherit inherit() {
        Optional<Value> value = fields.value("inherit");
        if (value.isPresent() && value.get() instanceof Value.Sequence) {
            Set<String> names = new LinkedHashSet<>(fields.words("inherit"));
            names.stream()
                    .filter(name -> !VARIABLE.matcher(name).matches())
                    .findFirst()
                    .ifPresent(
                            name ->
                                    fields.refuse(
                                            value.get(),
                                            "inherit",
                                            Words.quote(name) + " is no name of a variable",
                                            "leave out = and spaces"));
            return new Inherit.Only(names);
        }
        Map<String, Inherit> meanings = new LinkedHashMap<>();
        meanings.put("usual", new Inherit.Usual());
        meanings.put("all", new Inherit.All());
        meanings.put("none", new Inherit.Only(Set.of()));
        return fields.choice("inherit", meanings).orElse(new Inherit.Usual());
    }

    private Terms terms(Protocol protocol, Optional<Launch> launch) {
        List<Integer> versions = fields.wholes("versions", 0, 65_535);
        if (fields.has("versions") && versions.isEmpty()) {
            fields.refuse(
                    fields.mapping().placeOf("versions"),
                    "versions",
                    "there is none in it",
                    "write it like [1]");
        }
        Map<String, Tls> meanings = new LinkedHashMap<>();
        meanings.put("auto", Tls.AUTO);
        meanings.put("none", Tls.NONE);
        return new Terms(
                protocol,
                new TreeSet<>(versions.isEmpty() ? List.of(1) : versions),
                cookie(),
                fields.choice("tls", meanings).orElse(Tls.AUTO),
                fields.truth("multiplex").orElse(false),
                checksum(),
                fields.span("start_timeout")
                        .or(() -> launch.map(Terms::usualStartTimeout))
                        .orElse(java.time.Duration.ofSeconds(10)));
    }

    private Optional<Cookie> cookie() {
        if (!fields.has("cookie")) {
            return Optional.empty();
        }
        Fields cookie = fields.section("cookie", Section.COOKIE);
        Optional<String> key = cookie.word("key");
        Optional<String> value = cookie.word("value");
        if (!cookie.has("key") || !cookie.has("value")) {
            return fields.refuse(
                    fields.mapping().placeOf("cookie"),
                    "cookie",
                    "it needs both",
                    "write it like {key: MY_PLUGIN, value: hello}");
        }
        if (key.isPresent() && !VARIABLE.matcher(key.get()).matches()) {
            return cookie.refuse(
                    cookie.mapping().placeOf("key"),
                    "key",
                    "it is no name of a variable",
                    "leave out = and spaces");
        }
        return key.isPresent() && value.isPresent()
                ? Optional.of(new Cookie(key.get(), value.get()))
                : Optional.empty();
    }

    private Optional<String> checksum() {
        if (!fields.has("checksum")) {
            return Optional.empty();
        }
        Fields checksum = fields.section("checksum", Section.CHECKSUM);
        Optional<String> sum = checksum.word("sha256");
        if (sum.isPresent() && SHA256.matcher(sum.get()).matches()) {
            return sum.map(digits -> digits.toLowerCase(Locale.ROOT));
        }
        return checksum.refuse(
                checksum.mapping().placeOf("sha256"),
                "sha256",
                "it is not 64 hexadecimal digits",
                "write what sha256sum prints for the file");
    }
}
