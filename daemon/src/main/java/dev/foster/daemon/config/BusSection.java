package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.daemon.config.BusSpec.Where.Embedded;
import dev.foster.daemon.config.BusSpec.Where.Remote;
import dev.foster.document.Definitions;
import dev.foster.document.Scalars;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Where;
import dev.foster.document.Words;
import dev.foster.plugin.message.BusEntry;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** {@code bus}: a word, an address, or a mapping. */
final class BusSection {
    private static final String EMBEDDED = "embedded";
    private static final String BUS_OF_YOUR_OWN = "add url: for a bus of your own, or remove it";
    private static final Pattern SUBJECT = Pattern.compile("[^\\s.*>$_][^\\s.*>]*(\\.[^\\s.*>]+)*");
    private static final Set<String> SCHEMES = Set.of("nats", "tls");

    /** What is about a bus of somebody else, and what is about the embedded one. */
    private static final Map<String, String> NOT_WITH_URL = notWithUrl();

    private static final List<String> ONLY_WITH_URL =
            List.of("token", "credentials", "ca", "admin_subject");

    private static final Type<URI> SERVER =
            Type.<URI>of(BusSection::server, URI::toString, in -> in.text("^(nats|tls)://.+"))
                    .called("server", "The address of a NATS server.")
                    .shownAs(BusEntrance::server);

    /** One subject, not a pattern: what that stands for is more than its owner means. */
    private static final Type<String> SUBJECTS =
            Type.of(
                    (value, where) -> {
                        Optional<String> text = where.scalars().word(value, where.label());
                        return text.isEmpty()
                                        || (SUBJECT.matcher(text.get()).matches()
                                                && !text.get().equals("foster.chat"))
                                ? text
                                : where.expected(value, "a subject of its own", "foster.admin");
                    },
                    text -> text,
                    in -> in.text("^" + SUBJECT + "$"));

    /**
     * What a mapping says, before it is known whose bus it is.
     *
     * @param urls where it is; none for the embedded one
     * @param plain the rest of it
     */
    private record Draft(
            List<URI> urls,
            BusEntrance entrance,
            Optional<String> adminSubject,
            BusListener listener,
            BusSpec plain) {
        static final Draft NOTHING = of(BusSpec.embedded());

        static Draft of(BusSpec bus) {
            return switch (bus.where()) {
                case Embedded it ->
                        new Draft(
                                List.of(),
                                BusEntrance.of(it.guest()),
                                Optional.empty(),
                                BusListener.of(it),
                                bus);
                case Remote(BusEntry entry, Optional<String> adminSubject) ->
                        new Draft(
                                entry.servers().stream().map(URI::create).toList(),
                                BusEntrance.of(entry),
                                adminSubject,
                                BusListener.USUAL,
                                bus);
            };
        }

        Draft urls(List<URI> wanted) {
            return new Draft(wanted, entrance, adminSubject, listener, plain);
        }

        Draft entrance(BusEntrance wanted) {
            return new Draft(urls, wanted, adminSubject, listener, plain);
        }

        Draft adminSubject(String wanted) {
            return new Draft(urls, entrance, Optional.of(wanted), listener, plain);
        }

        Draft listener(BusListener wanted) {
            return new Draft(urls, entrance, adminSubject, wanted, plain);
        }

        Draft plain(BusSpec wanted) {
            return new Draft(urls, entrance, adminSubject, listener, wanted);
        }

        BusSpec bus() {
            return plain.where(
                    urls.isEmpty()
                            ? listener.where(entrance.person())
                            : new Remote(entrance.through(urls), adminSubject));
        }
    }

    private static final Section<BusSpec> TALK =
            Section.of("", "", "", BusSpec.embedded())
                    .field(
                            "admins",
                            Types.TEXTS,
                            BusSpec::admins,
                            BusSpec::admins,
                            says("Who may ask for the commands that change something, by the names"
                                            + " they have in the chat.")
                                    .example(List.of("alice")))
                    .field(
                            "prefix",
                            Types.CONTENT,
                            BusSpec::prefix,
                            BusSpec::prefix,
                            says("What a command in a chat begins with."))
                    .field(
                            "usage",
                            Types.TRUTH,
                            BusSpec::usage,
                            BusSpec::usage,
                            says(
                                    "Whether a bus behind `url` is told what processes use, about"
                                            + " once a second, whether anybody listens or not. The"
                                            + " embedded one is told while somebody does."));

    private static final Section<Draft> MAPPING =
            Section.of(
                            "bus",
                            "The bus",
                            "Below `bus`. Without `url` it is the embedded one.",
                            Draft.NOTHING)
                    .optional(
                            "url",
                            Types.oneOrMore(SERVER),
                            it -> Optional.of(it.urls()).filter(all -> !all.isEmpty()),
                            Draft::urls,
                            says("Where the servers are, one address or a list. The user may stand"
                                            + " in it; permissions are the servers' affair then.")
                                    .example(List.of("nats://one:4222", "nats://two:4222")))
                    .part(BusEntrance.SECTION, Draft::entrance, Draft::entrance)
                    .optional(
                            "admin_subject",
                            SUBJECTS,
                            Draft::adminSubject,
                            Draft::adminSubject,
                            says("On a bus behind `url`: where admins are heard. Its servers must"
                                     + " let nobody publish there but the bridge that vouches for"
                                     + " their names, Foster and its plugins included. Without it"
                                     + " nobody on such a bus is an admin.")
                                    .example("foster.admin"))
                    .part(BusListener.SECTION, Draft::listener, Draft::listener)
                    .part(TALK, Draft::plain, Draft::plain)
                    .rule((mapping, where, _) -> checkKind(mapping, where))
                    .rule((mapping, where, found) -> checkUsage(mapping, where, found.plain()))
                    .rule((mapping, where, _) -> BusEntrance.check(mapping, where))
                    .rule(
                            (mapping, where, found) ->
                                    BusListener.check(mapping, where, found.listener()));

    private static final Type<BusSpec> LONG =
            MAPPING.into(Draft::of, (draft, _, _) -> Optional.of(draft.bus()));

    static final Type<BusSpec> BUS =
            Type.of(
                    BusSection::read,
                    bus -> bus.equals(BusSpec.embedded()) ? EMBEDDED : LONG.write(bus),
                    in ->
                            Definitions.shape(
                                    "anyOf",
                                    List.of(
                                            Definitions.shape("const", EMBEDDED),
                                            SERVER.schema(in),
                                            LONG.schema(in))));

    private BusSection() {}

    private static Optional<BusSpec> read(Value value, Where where) {
        if (!(value instanceof Scalar word)) {
            return LONG.read(value, where, Optional.empty());
        }
        return word.text().equals(EMBEDDED)
                ? Optional.of(BusSpec.embedded())
                : server(word, where).map(url -> Draft.NOTHING.urls(List.of(url)).bus());
    }

    private static Map<String, String> notWithUrl() {
        var reasons = new LinkedHashMap<String, String>();
        reasons.put("insecure", "it is about where the embedded bus listens");
        reasons.put("listen", "the bus at url is somebody else's, and listens where it does");
        reasons.put("bridges", "who may speak for people is decided by the servers there");
        return reasons;
    }

    private static void checkKind(Mapping mapping, Where where) {
        if (!mapping.has("url")) {
            ONLY_WITH_URL.stream()
                    .filter(mapping::has)
                    .forEach(
                            key ->
                                    where.in(key)
                                            .refuse(
                                                    mapping.placeOf(key),
                                                    "the embedded bus has no use for it",
                                                    BUS_OF_YOUR_OWN));
            return;
        }
        NOT_WITH_URL.forEach(
                (key, why) -> {
                    if (mapping.has(key)) {
                        where.in(key).refuse(mapping.placeOf(key), why, instead(key));
                    }
                });
    }

    private static String instead(String key) {
        return switch (key) {
            case "insecure" -> "remove it; a tls:// address at url is encrypted";
            case "bridges" -> "use admin_subject, or remove it";
            default -> "remove one of them";
        };
    }

    private static void checkUsage(Mapping mapping, Where where, BusSpec found) {
        if (found.usage() && !mapping.has("url")) {
            where.in("usage")
                    .refuse(
                            mapping.placeOf("usage"),
                            "the embedded bus carries it whenever somebody listens",
                            BUS_OF_YOUR_OWN);
        }
    }

    private static Optional<URI> server(Value value, Where where) {
        String text = Scalars.written(value).orElse("");
        try {
            var uri = new URI(text);
            if (uri.getScheme() != null
                    && SCHEMES.contains(uri.getScheme())
                    && uri.getHost() != null) {
                return Optional.of(uri);
            }
        } catch (URISyntaxException noAddress) {
            // Said below.
        }
        return where.refuse(
                value,
                Words.quote(text) + " is neither embedded nor the address of a bus",
                "write embedded, or an address such as nats://127.0.0.1:4222");
    }
}
