package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.daemon.config.GatewaySpec.Auth;
import dev.foster.daemon.config.GatewaySpec.Known;
import dev.foster.document.Definitions;
import dev.foster.document.Rule;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Where;
import dev.foster.stdio.spec.JwtRules;
import dev.foster.stdio.spec.KeySource;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** {@code auth} of the gateway: a word, the callers that are known, or whose signature counts. */
final class GatewayAuth {
    private static final Set<String> HERE = Set.of("localhost", "127.0.0.1", "[::1]");

    /** Names that one who comes in may have, or is asked for. */
    static final Type<Set<String>> NAMES =
            Types.oneOrMore(Types.CONTENT)
                    .as(LinkedHashSet::new, names -> List.copyOf(new TreeSet<>(names)));

    private static final Type<String> SECRET =
            Type.of(
                    (value, where) -> {
                        Optional<String> text = where.scalars().word(value, where.label());
                        return text.isPresent() && text.get().isBlank()
                                ? where.refuse(value, "it is empty", "make a long random one")
                                : text;
                    },
                    text -> text,
                    in -> in.written("number", "\\S"));

    private static final Section<Known> CALLER =
            Section.of(
                            "caller",
                            "A caller",
                            "One entry below `mcp_gateway.auth.tokens`: a file or a token.",
                            new Known("", Optional.empty(), Optional.empty(), Map.of(), Set.of()))
                    .optional(
                            "file",
                            Types.PATH,
                            Known::file,
                            Known::file,
                            says("A file with the token; of several lines each is good, and a"
                                            + " change counts at once.")
                                    .example("alice.token"))
                    .optional(
                            "token",
                            SECRET,
                            Known::token,
                            Known::token,
                            says("The token itself.").hidden().example("${ALICE_TOKEN}"))
                    .optional(
                            "environment",
                            VariableTypes.VARIABLES,
                            it -> Optional.of(it.environment()).filter(all -> !all.isEmpty()),
                            Known::environment,
                            says("Variables for the children that serve this caller; they win"
                                            + " over those of the server.")
                                    .example(Map.of("ROOT", "/home/alice")))
                    .optional(
                            "scopes",
                            NAMES,
                            it -> Optional.of(it.scopes()).filter(all -> !all.isEmpty()),
                            Known::scopes,
                            says("What the caller may do, in words of your own."))
                    .rule(
                            Rule.either(
                                    "file",
                                    "a file",
                                    "token",
                                    "a token",
                                    "give one of them, a token as ${NAME} to keep it out of the"
                                            + " file"));

    private static final Type<List<Known>> CALLERS =
            NameRules.named(
                            "caller",
                            Integer.MAX_VALUE,
                            CALLER.type(),
                            GatewayAuth::caller,
                            CALLER.type()::write)
                    .checked(
                            (callers, value, where) ->
                                    value instanceof Mapping all && all.entries().isEmpty()
                                            ? where.refuse(
                                                    value,
                                                    "nobody could come in",
                                                    "name a caller: {alice: {file: alice.token}}")
                                            : Optional.of(callers),
                            callers -> callers)
                    .<List<Known>>as(
                            callers -> List.copyOf(callers.values()),
                            callers -> {
                                var named = new LinkedHashMap<String, Known>();
                                callers.forEach(it -> named.put(it.name(), it));
                                return named;
                            })
                    .described("minProperties", 1);

    /** A file, or an address. */
    private static final Type<KeySource> KEYS =
            Type.of(
                    GatewayAuth::keys,
                    keys ->
                            switch (keys) {
                                case KeySource.InFile(Path file) -> file.toString();
                                case KeySource.AtUrl(URI url) -> url.toString();
                            },
                    Types.CONTENT::schema);

    private static final JwtRules UNSAID = JwtRules.of("", new KeySource.InFile(Path.of("")));

    private static final String BOTH =
            "write it like {issuer: https://login.example.org, jwks:"
                    + " https://login.example.org/jwks.json}";

    private static final Section<JwtRules> JWT =
            Section.of("jwt", "Signed tokens", "Below `mcp_gateway.auth.jwt`.", UNSAID)
                    .optional(
                            "issuer",
                            Types.CONTENT,
                            it -> Optional.of(it.issuer()).filter(name -> !name.isEmpty()),
                            JwtRules::issuer,
                            says("Who signs them, as they say themselves.")
                                    .required(BOTH)
                                    .example("https://login.example.org"))
                    .optional(
                            "jwks",
                            KEYS,
                            it ->
                                    Optional.of(it.keys())
                                            .filter(keys -> !keys.equals(UNSAID.keys())),
                            JwtRules::keys,
                            says("Its public keys: a file, or an address, which must be https but"
                                            + " on this machine.")
                                    .required(BOTH)
                                    .example("https://login.example.org/jwks.json"))
                    .field(
                            "audience",
                            NAMES,
                            JwtRules::audiences,
                            JwtRules::audiences,
                            says("For whom a token may have been made, beside the server at its"
                                            + " `public_url`. Needed without one.")
                                    .usually("nobody else"))
                    .field(
                            "scopes",
                            NAMES,
                            JwtRules::scopes,
                            JwtRules::scopes,
                            says("What a token must allow.").usually("nothing"))
                    .field(
                            "leeway",
                            Types.DURATION,
                            JwtRules::leeway,
                            JwtRules::leeway,
                            says("By how much clocks may differ."));

    private static final Type<Auth> LONG =
            Section.<Auth>of(
                            "auth",
                            "Who may come in",
                            "Below `mcp_gateway.auth`: one of these.",
                            new Auth.Token())
                    .optional(
                            "tokens",
                            CALLERS,
                            it ->
                                    it instanceof Auth.Tokens(List<Known> known)
                                            ? Optional.of(known)
                                            : Optional.empty(),
                            (_, known) -> new Auth.Tokens(known),
                            says("Callers with tokens of their own, by name.")
                                    .example(Map.of("alice", Map.of("file", "alice.token"))))
                    .optional(
                            "jwt",
                            JWT.type(),
                            it ->
                                    it instanceof Auth.Jwt(JwtRules rules)
                                            ? Optional.of(rules)
                                            : Optional.empty(),
                            (_, rules) -> new Auth.Jwt(rules),
                            says("Tokens that an authorization server signs."))
                    .rule(
                            Rule.either(
                                    "tokens",
                                    "tokens",
                                    "jwt",
                                    "jwt",
                                    "give one of them, or a word: token, none or passthrough"))
                    .type();

    private static final Type<Auth> WORDS = Types.choice(words());

    static final Type<Auth> AUTH =
            Type.of(
                    (value, where) ->
                            (value instanceof Mapping ? LONG : WORDS)
                                    .read(value, where, Optional.empty()),
                    auth -> (words().containsValue(auth) ? WORDS : LONG).write(auth),
                    in -> Definitions.shape("anyOf", List.of(WORDS.schema(in), LONG.schema(in))));

    private GatewayAuth() {}

    private static Map<String, Auth> words() {
        var words = new LinkedHashMap<String, Auth>();
        words.put("token", new Auth.Token());
        words.put("none", new Auth.None());
        words.put("passthrough", new Auth.Passthrough());
        return words;
    }

    private static Optional<Known> caller(String name, Value.Entry entry, Where where) {
        return CALLER.type()
                .read(entry.value(), where.under(entry.key()), Optional.empty())
                .map(it -> it.name(name));
    }

    /** What is fetched in the clear could be anybody's keys. */
    private static Optional<KeySource> keys(Value value, Where where) {
        Optional<String> text = where.scalars().content(value, where.label());
        if (text.isEmpty() || !text.get().matches("https?://.*")) {
            return text.flatMap(_ -> Types.PATH.read(value, where, Optional.empty()))
                    .map(KeySource.InFile::new);
        }
        try {
            var uri = new URI(text.get());
            boolean local = HERE.contains(String.valueOf(uri.getHost()));
            if (uri.getHost() != null && (local || "https".equals(uri.getScheme()))) {
                return Optional.of(new KeySource.AtUrl(uri));
            }
        } catch (URISyntaxException noAddress) {
            // Said below.
        }
        return where.refuse(
                value,
                "keys are trusted from https alone",
                "write it like https://login.example.org/jwks.json, or name a file");
    }
}
