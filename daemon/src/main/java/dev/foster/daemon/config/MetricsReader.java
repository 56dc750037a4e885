package dev.foster.daemon.config;

import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Words;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Reads {@code metrics}: where the figures of a project go by themselves. */
final class MetricsReader {
    private static final Duration USUAL_PERIOD = Duration.ofSeconds(30);
    private static final Duration SHORTEST_PERIOD = Duration.ofSeconds(1);

    private final Context context;
    private final Scalars scalars;

    MetricsReader(Context context) {
        this.context = context;
        this.scalars = context.scalars();
    }

    MetricsSpec read(Value metrics) {
        Optional<Mapping> found = scalars.mapping(metrics, "metrics");
        if (found.isEmpty()) {
            return MetricsSpec.NONE;
        }
        Mapping fields = found.get();
        Section.METRICS.only(fields, "metrics", scalars);
        needs(fields, "token", "listen");
        needs(fields, "token_file", "listen");
        needs(fields, "period", "otlp");
        needs(fields, "headers", "otlp");
        return new MetricsSpec(
                fields.get("listen").flatMap(it -> listener(it, fields)),
                fields.get("otlp").flatMap(it -> otlp(it, fields)));
    }

    private void needs(Mapping fields, String key, String other) {
        if (fields.has(key) && !fields.has(other)) {
            var _ =
                    scalars.refuse(
                            fields.placeOf(key),
                            "metrics." + key,
                            "it says more about " + other + ", which is not there",
                            "add " + other + ", or remove it");
        }
    }

    private Optional<MetricsSpec.Listener> listener(Value value, Mapping fields) {
        Optional<ListenAddress> address =
                ListenAddress.read(value, "metrics.listen", "127.0.0.1:9433", scalars);
        Optional<String> token =
                fields.get("token").flatMap(it -> scalars.content(it, "metrics.token"));
        Optional<Path> file =
                fields.get("token_file")
                        .flatMap(it -> scalars.path(it, "metrics.token_file", context.directory()));
        if (fields.has("token") && fields.has("token_file")) {
            return scalars.refuse(
                    fields.placeOf("token_file"),
                    "metrics.token_file",
                    "there is a token already",
                    "give one of them");
        }
        boolean open = !fields.has("token") && !fields.has("token_file");
        if (address.isPresent() && !address.get().local() && open) {
            return scalars.refuse(
                    value,
                    "metrics.listen",
                    "everybody who reaches " + Words.clip(address.get().host()) + " could read it",
                    "listen on 127.0.0.1, or add metrics.token_file");
        }
        return address.map(it -> new MetricsSpec.Listener(it, token, file));
    }

    private Optional<MetricsSpec.Otlp> otlp(Value value, Mapping fields) {
        Optional<URI> address =
                WebAddress.read(value, "metrics.otlp", "http://127.0.0.1:4318", scalars);
        if (address.isPresent() && address.get().getRawQuery() != null) {
            // The path of metrics is added to it. Not what was found: it may hold a secret.
            return scalars.refuse(
                    value,
                    "metrics.otlp",
                    "it has a query, which a receiver does not take",
                    "leave out the ? and what follows, or send it in metrics.headers");
        }
        Duration period =
                fields.get("period")
                        .flatMap(it -> period(it, "metrics.period"))
                        .orElse(USUAL_PERIOD);
        Map<String, String> headers =
                fields.get("headers")
                        .map(it -> WebAddress.headers(it, "metrics.headers", scalars))
                        .orElse(Map.of());
        return address.map(it -> new MetricsSpec.Otlp(it, period, headers));
    }

    private Optional<Duration> period(Value value, String label) {
        Optional<Duration> period = scalars.span(value, label);
        return period.isPresent() && period.get().compareTo(SHORTEST_PERIOD) < 0
                ? scalars.refuse(value, label, "it is shorter than a second", "write it like 30s")
                : period;
    }
}
