package dev.foster.daemon.config;

import dev.foster.daemon.config.Value.Entry;
import dev.foster.daemon.config.Value.Mapping;
import dev.foster.daemon.config.Value.Scalar;
import dev.foster.process.ChildSpec;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.Readiness;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads {@code ready} and {@code liveness} of one process. */
final class Probes {
    static final List<String> WORDS = List.of("log", "tcp", "http", "exec", "grpc", "notify", "fd");
    private static final Pattern ADDRESS =
            Pattern.compile("(?:(\\[[0-9A-Fa-f:.]{2,45}]|[A-Za-z0-9_.-]{1,253}):)?(\\d{1,5})");
    private static final String LOCAL = "127.0.0.1";
    private static final int LONGEST_PATTERN = 1000;

    private final Scalars scalars;
    private final ChildSpec child;

    /**
     * @param child the process itself: a command that probes it runs as it does
     */
    Probes(Scalars scalars, ChildSpec child) {
        this.scalars = scalars;
        this.child = child;
    }

    static boolean isShort(Scalar word) {
        return word.text().equals("notify");
    }

    /** The long form of {@code ready: notify}. */
    static Mapping writtenOut(Scalar word) {
        var yes = new Scalar(word.place(), "true", Value.Kind.BOOLEAN);
        return new Mapping(word.place(), Map.of("notify", new Entry(word.place(), yes)));
    }

    /**
     * When the process is ready.
     *
     * @param own whether the process itself says so, not only the defaults
     */
    Readiness readiness(Value value, String label, boolean own) {
        Optional<Mapping> fields = fields(value, label, Section.READY);
        if (fields.isEmpty()) {
            return Readiness.onceStarted();
        }
        Mapping mapping = fields.get();
        Optional<Probe> probe = probe(mapping, label, WORDS);
        if (own && WORDS.stream().noneMatch(mapping::has)) {
            var _ =
                    scalars.refuse(
                            value,
                            label,
                            "it names no probe",
                            "add one of " + String.join(", ", WORDS));
        }
        Readiness plain = Readiness.onceStarted();
        return new Readiness(
                probe,
                mapping.get("period")
                        .flatMap(it -> scalars.span(it, label + ".period"))
                        .orElse(plain.period()),
                mapping.get("timeout")
                        .flatMap(it -> scalars.span(it, label + ".timeout"))
                        .orElse(plain.timeout()),
                mapping.get("within")
                        .flatMap(it -> scalars.span(it, label + ".within"))
                        .orElse(plain.within()));
    }

    Optional<Liveness> liveness(Value value, String label, boolean own) {
        Optional<Mapping> fields = fields(value, label, Section.LIVENESS);
        if (fields.isEmpty()) {
            return Optional.empty();
        }
        Mapping mapping = fields.get();
        List<String> words = WORDS.stream().filter(Section.LIVENESS.keys()::contains).toList();
        Optional<Probe> probe = probe(mapping, label, words);
        if (own && WORDS.stream().noneMatch(mapping::has)) {
            return scalars.refuse(
                    value, label, "it names no probe", "add one of " + String.join(", ", words));
        }
        Liveness plain = Liveness.by(new Probe.Notify());
        var period = mapping.get("period").flatMap(it -> scalars.span(it, label + ".period"));
        var timeout = mapping.get("timeout").flatMap(it -> scalars.span(it, label + ".timeout"));
        var failures =
                mapping.get("failures")
                        .flatMap(it -> scalars.whole(it, label + ".failures", 1, 1000));
        return probe.map(
                it ->
                        new Liveness(
                                it,
                                period.orElse(plain.period()),
                                timeout.orElse(plain.timeout()),
                                failures.orElse(plain.failures())));
    }

    private Optional<Mapping> fields(Value value, String label, Section section) {
        if (value instanceof Scalar word && isShort(word)) {
            return Optional.of(writtenOut(word));
        }
        Optional<Mapping> mapping = scalars.mapping(value, label);
        mapping.ifPresent(it -> scalars.knownKeys(it, label, section));
        return mapping;
    }

    private Optional<Probe> probe(Mapping mapping, String label, List<String> words) {
        List<String> named = words.stream().filter(mapping::has).toList();
        if (named.size() > 1) {
            return scalars.refuse(
                    mapping.placeOf(named.get(1)),
                    label,
                    "it names more than one probe: " + String.join(", ", named),
                    "keep one of them");
        }
        return named.stream()
                .findFirst()
                .flatMap(word -> probe(word, mapping.get(word).orElseThrow(), label + "." + word));
    }

    private Optional<Probe> probe(String word, Value value, String label) {
        return switch (word) {
            case "log" -> pattern(value, label, scalars).map(Probe.LogLine::new);
            case "tcp" -> address(value, label).map(it -> new Probe.Tcp(it.host(), it.port()));
            case "http" -> http(value, label);
            case "exec" ->
                    Commands.read(value, label, scalars)
                            .map(command -> new Probe.Exec(Commands.of(command, child)));
            case "grpc" -> grpc(value, label);
            case "fd" -> scalars.whole(value, label, 3, 255).map(Probe.Descriptor::new);
            default -> notify(value, label);
        };
    }

    private Optional<Probe> notify(Value value, String label) {
        Optional<Boolean> wanted = scalars.truth(value, label);
        if (wanted.isPresent() && !wanted.get()) {
            return scalars.refuse(value, label, "false means nothing here", "remove the key");
        }
        return wanted.map(_ -> new Probe.Notify());
    }

    /** A regular expression of a bearable length. */
    static Optional<String> pattern(Value value, String label, Scalars scalars) {
        Optional<String> text = scalars.content(value, label);
        if (text.isPresent() && text.get().length() > LONGEST_PATTERN) {
            return scalars.refuse(
                    value, label, "it is longer than 1000 characters", "write a shorter one");
        }
        try {
            text.ifPresent(Pattern::compile);
            return text;
        } catch (PatternSyntaxException broken) {
            return scalars.refuse(
                    value,
                    label,
                    "it is no regular expression ("
                            + Words.clip(broken.getDescription().toLowerCase(java.util.Locale.ROOT))
                            + ")",
                    "mend it, or put \\ before a character that is meant as it stands");
        }
    }

    private record Address(String host, int port) {}

    private Optional<Address> address(Value value, String label) {
        Matcher matcher = ADDRESS.matcher(Scalars.written(value).orElse(""));
        if (!matcher.matches()) {
            return scalars.expected(value, label, "a port, or a host and a port", "127.0.0.1:8080");
        }
        int port = Integer.parseInt(matcher.group(2));
        if (port < 1 || port > 65_535) {
            return scalars.refuse(
                    value, label, port + " is not between 1 and 65535", "give another port");
        }
        String host = matcher.group(1) == null ? LOCAL : matcher.group(1);
        return Optional.of(new Address(host.replace("[", "").replace("]", ""), port));
    }

    private Optional<Probe> http(Value value, String label) {
        if (!(value instanceof Mapping mapping)) {
            return uri(value, label).map(it -> new Probe.Http(it, Map.of(), Optional.empty()));
        }
        scalars.knownKeys(mapping, label, Section.HTTP);
        Optional<Value> url = mapping.get("url");
        if (url.isEmpty()) {
            return scalars.refuse(value, label, "it has no url", "add one, such as url: 8080");
        }
        Map<String, String> headers =
                mapping.get("headers")
                        .map(it -> HeaderFields.read(it, label + ".headers", scalars))
                        .orElse(Map.of());
        Optional<Integer> status =
                mapping.get("status").flatMap(it -> scalars.whole(it, label + ".status", 100, 599));
        return uri(url.get(), label + ".url").map(it -> new Probe.Http(it, headers, status));
    }

    private Optional<URI> uri(Value value, String label) {
        String text = Scalars.written(value).orElse("");
        try {
            if (text.matches("\\d{1,5}")) {
                return address(value, label)
                        .map(it -> URI.create("http://" + it.host() + ":" + it.port() + "/"));
            }
            var uri = new URI(text);
            String scheme = uri.getScheme() == null ? "" : uri.getScheme();
            if ((scheme.equals("http") || scheme.equals("https"))
                    && uri.getHost() != null
                    && uri.getPort() <= 65_535) {
                return Optional.of(uri);
            }
        } catch (URISyntaxException _) {
            // Told below, as anything else that is no address.
        }
        return scalars.expected(
                value, label, "an address or a port", "http://127.0.0.1:8080/healthz");
    }

    private Optional<Probe> grpc(Value value, String label) {
        if (!(value instanceof Mapping mapping)) {
            return address(value, label).map(it -> new Probe.Grpc(it.host(), it.port(), ""));
        }
        scalars.knownKeys(mapping, label, Section.GRPC);
        Optional<Value> address = mapping.get("address");
        if (address.isEmpty()) {
            return scalars.refuse(
                    value, label, "it has no address", "add one, such as address: 50051");
        }
        String service =
                mapping.get("service")
                        .flatMap(it -> scalars.text(it, label + ".service"))
                        .orElse("");
        return address(address.get(), label + ".address")
                .map(it -> new Probe.Grpc(it.host(), it.port(), service));
    }
}
