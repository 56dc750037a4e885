package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.document.Difference;
import dev.foster.document.Rule;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Where;
import dev.foster.document.Words;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code metrics}: where the figures of a project go by themselves. */
final class MetricsSection {
    private static final Duration SHORTEST_PERIOD = Duration.ofSeconds(1);

    /** Keys that say more about another one. */
    private static final Map<String, String> ABOUT = new LinkedHashMap<>();

    static {
        ABOUT.put("token", "listen");
        ABOUT.put("token_file", "listen");
        ABOUT.put("period", "otlp");
        ABOUT.put("headers", "otlp");
    }

    /** Where they can be fetched, and where they are sent. */
    private record Ways(Fetched fetched, Sent sent) {
        private static final Ways NONE =
                new Ways(
                        new Fetched(Optional.empty(), Optional.empty(), Optional.empty()),
                        new Sent(Optional.empty(), Duration.ofSeconds(30), Map.of()));

        static Ways of(MetricsSpec spec) {
            return new Ways(
                    spec.listener()
                            .map(
                                    it ->
                                            new Fetched(
                                                    Optional.of(it.address()),
                                                    it.token(),
                                                    it.tokenFile()))
                            .orElse(NONE.fetched),
                    spec.otlp()
                            .map(
                                    it ->
                                            new Sent(
                                                    Optional.of(it.address()),
                                                    it.period(),
                                                    it.headers()))
                            .orElse(NONE.sent));
        }

        MetricsSpec spec() {
            return new MetricsSpec(
                    fetched.address.map(
                            it -> new MetricsSpec.Listener(it, fetched.token, fetched.file)),
                    sent.address.map(it -> new MetricsSpec.Otlp(it, sent.period, sent.headers)));
        }
    }

    private record Fetched(
            Optional<ListenAddress> address, Optional<String> token, Optional<Path> file) {}

    private record Sent(Optional<URI> address, Duration period, Map<String, String> headers) {}

    private static final Section<Fetched> FETCHED =
            Section.of("", "", "", Ways.NONE.fetched)
                    .optional(
                            "listen",
                            ListenAddress.type(ListenAddress.onThisMachine(9433)),
                            Fetched::address,
                            (it, address) -> new Fetched(Optional.of(address), it.token, it.file),
                            says("Where Prometheus fetches them, at `/metrics`; nothing else is"
                                            + " offered there. A port alone means loopback, port 0"
                                            + " any that is free. Beyond loopback a token is"
                                            + " needed.")
                                    .example("127.0.0.1:9433"))
                    .optional(
                            "token",
                            Types.CONTENT,
                            Fetched::token,
                            (it, token) -> new Fetched(it.address, Optional.of(token), it.file),
                            says("What one has to send as `Authorization: Bearer …` to fetch"
                                            + " them there.")
                                    .example("${METRICS_TOKEN}")
                                    .hidden())
                    .optional(
                            "token_file",
                            Types.PATH,
                            Fetched::file,
                            (it, file) -> new Fetched(it.address, it.token, Optional.of(file)),
                            says("A file with that token, read anew each time.")
                                    .example("metrics.token"));

    private static final Section<Sent> SENT =
            Section.of("", "", "", Ways.NONE.sent)
                    .optional(
                            "otlp",
                            WebAddress.type("http://127.0.0.1:4318")
                                    .checked(MetricsSection::withoutQuery, it -> it),
                            Sent::address,
                            (it, address) -> new Sent(Optional.of(address), it.period, it.headers),
                            says("A receiver of OpenTelemetry to which they are sent as OTLP over"
                                            + " HTTP, in JSON; `/v1/metrics` is added unless it is"
                                            + " there.")
                                    .example("http://127.0.0.1:4318"))
                    .field(
                            "period",
                            Types.SPAN.checked(MetricsSection::bearable, it -> it),
                            Sent::period,
                            (it, period) -> new Sent(it.address, period, it.headers),
                            says("How often they are sent; at least 1s."))
                    .field(
                            "headers",
                            WebAddress.HEADERS,
                            Sent::headers,
                            (it, headers) -> new Sent(it.address, it.period, headers),
                            says("Headers to send with them; never shown.")
                                    .example(Map.of("Authorization", "Bearer ${OTLP_TOKEN}"))
                                    .hidden());

    private static final Section<Ways> WAYS =
            Section.of("metrics", "Metrics", "Below `metrics`.", Ways.NONE)
                    .part(FETCHED, Ways::fetched, (it, fetched) -> new Ways(fetched, it.sent))
                    .part(SENT, Ways::sent, (it, sent) -> new Ways(it.fetched, sent))
                    .rule(Rule.of(MetricsSection::checkComplete, "dependentRequired", needed()))
                    .rule(
                            Rule.of(
                                    MetricsSection::checkToken,
                                    "not",
                                    Map.of("required", List.of("token", "token_file"))));

    static final Type<MetricsSpec> METRICS =
            WAYS.into(Ways::of, (it, _, _) -> Optional.of(it.spec()));

    private MetricsSection() {}

    static List<Difference> differences(MetricsSpec before, MetricsSpec after) {
        return WAYS.differences(Ways.of(before), Ways.of(after));
    }

    private static Map<String, Object> needed() {
        var needed = new LinkedHashMap<String, Object>();
        ABOUT.forEach((key, other) -> needed.put(key, List.of(other)));
        return needed;
    }

    private static void checkComplete(Mapping mapping, Where where, Ways found) {
        ABOUT.forEach(
                (key, other) -> {
                    if (mapping.has(key) && !mapping.has(other)) {
                        where.in(key)
                                .refuse(
                                        mapping.placeOf(key),
                                        "it says more about " + other + ", which is not there",
                                        "add " + other + ", or remove it");
                    }
                });
    }

    private static void checkToken(Mapping mapping, Where where, Ways found) {
        Optional<ListenAddress> address = found.fetched.address;
        if (address.isEmpty()) {
            return;
        }
        if (mapping.has("token") && mapping.has("token_file")) {
            where.in("token_file")
                    .refuse(
                            mapping.placeOf("token_file"),
                            "there is a token already",
                            "give one of them");
        } else if (!address.get().local() && !mapping.has("token") && !mapping.has("token_file")) {
            where.in("listen")
                    .refuse(
                            mapping.get("listen").orElse(mapping),
                            "everybody who reaches "
                                    + Words.clip(address.get().host())
                                    + " could read it",
                            "listen on 127.0.0.1, or add metrics.token_file");
        }
    }

    /** The path of metrics is added to it. Not what was found is told: it may hold a secret. */
    private static Optional<URI> withoutQuery(URI address, Value value, Where where) {
        return address.getRawQuery() == null
                ? Optional.of(address)
                : where.refuse(
                        value,
                        "it has a query, which a receiver does not take",
                        "leave out the ? and what follows, or send it in metrics.headers");
    }

    private static Optional<Duration> bearable(Duration period, Value value, Where where) {
        return period.compareTo(SHORTEST_PERIOD) < 0
                ? where.refuse(value, "it is shorter than a second", "write it like 30s")
                : Optional.of(period);
    }
}
