package dev.foster.daemon.config;

import dev.foster.daemon.config.BrokerSpec.Auth;
import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code broker.auth}: a word, the callers that are known, or whose signature counts. */
final class BrokerAuth {
    private static final String LABEL = "broker.auth";

    private final Context context;
    private final Scalars scalars;

    BrokerAuth(Context context) {
        this.context = context;
        this.scalars = context.scalars();
    }

    Optional<Auth> read(Value value) {
        if (!(value instanceof Mapping fields)) {
            return scalars.choice(value, LABEL, words());
        }
        Section.AUTH.only(fields, LABEL, scalars);
        if (fields.has("tokens") == fields.has("jwt")) {
            return scalars.refuse(
                    fields,
                    LABEL,
                    "it has " + (fields.has("jwt") ? "both" : "neither") + " tokens and jwt",
                    "give one of them, or a word: token, none or passthrough");
        }
        return fields.has("tokens")
                ? fields.get("tokens").flatMap(this::tokens)
                : fields.get("jwt").flatMap(this::jwt);
    }

    private static Map<String, Auth> words() {
        var words = new LinkedHashMap<String, Auth>();
        words.put("token", new Auth.Token());
        words.put("none", new Auth.None());
        words.put("passthrough", new Auth.Passthrough());
        return words;
    }

    private Optional<Auth> tokens(Value value) {
        Optional<Mapping> callers = scalars.mapping(value, LABEL + ".tokens");
        if (callers.isEmpty()) {
            return Optional.empty();
        }
        if (callers.get().entries().isEmpty()) {
            return scalars.refuse(
                    value,
                    LABEL + ".tokens",
                    "nobody could come in",
                    "name a caller: {alice: {file: alice.token}}");
        }
        var known = new ArrayList<BrokerSpec.Known>();
        callers.get().entries().forEach((name, entry) -> caller(name, entry).ifPresent(known::add));
        return Optional.of(new Auth.Tokens(known));
    }

    private Optional<BrokerSpec.Known> caller(String name, Entry entry) {
        String label = LABEL + ".tokens." + name;
        Names.check(name, entry.key(), "caller", context.faults());
        Optional<Mapping> fields = scalars.mapping(entry.value(), label);
        if (fields.isEmpty()) {
            return Optional.empty();
        }
        Section.CALLER.only(fields.get(), label, scalars);
        if (fields.get().has("file") == fields.get().has("token")) {
            return scalars.refuse(
                    entry.key(),
                    label,
                    "it has "
                            + (fields.get().has("file") ? "both" : "neither")
                            + " a file and a token",
                    "give one of them, a token as ${NAME} to keep it out of the file");
        }
        Map<String, String> environment =
                fields.get()
                        .get("environment")
                        .flatMap(
                                it ->
                                        VariableTypes.VARIABLES.read(
                                                it,
                                                context.where(label + ".environment"),
                                                Optional.empty()))
                        .orElse(Map.of());
        return Optional.of(
                new BrokerSpec.Known(
                        name,
                        path(fields.get(), "file", label),
                        fields.get().get("token").flatMap(it -> secret(it, label + ".token")),
                        environment,
                        texts(fields.get(), "scopes", label)));
    }

    private Optional<String> secret(Value value, String label) {
        Optional<String> text = scalars.word(value, label);
        return text.isPresent() && text.get().isBlank()
                ? scalars.refuse(value, label, "it is empty", "make a long random one")
                : text;
    }

    private Optional<Auth> jwt(Value value) {
        String label = LABEL + ".jwt";
        Optional<Mapping> found = scalars.mapping(value, label);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Mapping fields = found.get();
        Section.JWT.only(fields, label, scalars);
        Optional<String> issuer = required(fields, "issuer", label);
        Optional<String> keys = required(fields, "jwks", label);
        if (issuer.isEmpty() || keys.isEmpty()) {
            return Optional.empty();
        }
        boolean remote = keys.get().matches("https?://.*");
        Optional<URI> keyUrl =
                remote ? keyUrl(fields, label + ".jwks", keys.get()) : Optional.empty();
        Optional<Path> keyFile = remote ? Optional.empty() : path(fields, "jwks", label);
        return Optional.of(
                new Auth.Jwt(
                        issuer.get(),
                        keyFile,
                        keyUrl,
                        texts(fields, "audience", label),
                        texts(fields, "scopes", label),
                        fields.get("leeway")
                                .flatMap(it -> scalars.duration(it, label + ".leeway"))));
    }

    /** What is fetched in the clear could be anybody's keys. */
    private Optional<URI> keyUrl(Mapping fields, String label, String text) {
        try {
            var uri = new URI(text);
            String host = String.valueOf(uri.getHost());
            boolean local = Set.of("localhost", "127.0.0.1", "[::1]").contains(host);
            if (uri.getHost() != null && (local || "https".equals(uri.getScheme()))) {
                return Optional.of(uri);
            }
        } catch (URISyntaxException noAddress) {
            // Said below.
        }
        return scalars.refuse(
                fields.get("jwks").orElse(fields),
                label,
                "keys are trusted from https alone",
                "write it like https://login.example.org/jwks.json, or name a file");
    }

    private Optional<String> required(Mapping fields, String key, String label) {
        return fields.has(key)
                ? fields.get(key).flatMap(it -> scalars.content(it, label + "." + key))
                : scalars.refuse(
                        fields,
                        label,
                        "it has no " + key,
                        "write it like {issuer: https://login.example.org, jwks:"
                                + " https://login.example.org/jwks.json}");
    }

    private Optional<Path> path(Mapping fields, String key, String label) {
        return fields.get(key)
                .flatMap(it -> scalars.path(it, label + "." + key, context.directory()));
    }

    private Set<String> texts(Mapping fields, String key, String label) {
        var texts = new LinkedHashSet<String>();
        fields.get(key)
                .ifPresent(
                        it ->
                                scalars.oneOrMore(it, label + "." + key).stream()
                                        .map(Scalar::text)
                                        .forEach(texts::add));
        return texts;
    }
}
