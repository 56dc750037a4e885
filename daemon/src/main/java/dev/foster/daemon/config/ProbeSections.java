package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.document.Definitions;
import dev.foster.document.Notes;
import dev.foster.document.Rule;
import dev.foster.document.Scalars;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;
import dev.foster.document.Where;
import dev.foster.process.ChildSpec;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.Readiness;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code ready} and {@code liveness}: one probe, and its times. */
final class ProbeSections {
    static final List<String> WORDS =
            List.of("log", "tcp", "socket", "http", "exec", "grpc", "notify", "fd");

    /** Those that can be asked again and again. */
    private static final List<String> LASTING =
            List.of("tcp", "socket", "http", "exec", "grpc", "notify");

    static final String SHORT = "notify";
    static final Map<String, ?> LONG = Map.of("notify", true);

    private static final Pattern ADDRESSES =
            Pattern.compile("(?:(\\[[0-9A-Fa-f:.]{2,45}]|[A-Za-z0-9_.-]{1,253}):)?(\\d{1,5})");
    private static final String LOCAL = "127.0.0.1";

    private record Address(String host, int port) {
        Object written() {
            String name = host.indexOf(':') < 0 ? host : "[" + host + "]";
            return host.equals(LOCAL) ? (Object) port : name + ":" + port;
        }
    }

    private static final Type<Address> ADDRESS =
            Type.<Address>of(
                            ProbeSections::address,
                            Address::written,
                            in ->
                                    in.written(
                                            "integer",
                                            "^((\\[[0-9A-Fa-f:.]{2,45}\\]|[A-Za-z0-9_.-]{1,253}):)?[0-9]{1,5}$",
                                            "minimum",
                                            1,
                                            "maximum",
                                            65_535))
                    .called("address", "A port of this machine, or a host and a port.");

    private static final Type<URI> URL =
            Type.<URI>of(
                            ProbeSections::url,
                            URI::toString,
                            in ->
                                    in.written(
                                            "integer",
                                            "^https?://[^\\s/]+(/\\S*)?$|^[0-9]{1,5}$",
                                            "minimum",
                                            1,
                                            "maximum",
                                            65_535))
                    .shownAs(ProbeSections::withoutUser)
                    .called(
                            "url",
                            "An address beginning with http:// or https://, or a port of this"
                                    + " machine.");

    private record HttpParts(
            Optional<URI> uri, Map<String, String> headers, Optional<Integer> status) {
        static HttpParts of(Probe.Http http) {
            return new HttpParts(Optional.of(http.uri()), http.headers(), http.status());
        }
    }

    private static final Type<Probe.Http> HTTP =
            Section.of(
                            "http",
                            "An HTTP probe",
                            "The long form of `http`.",
                            new HttpParts(Optional.empty(), Map.of(), Optional.empty()))
                    .optional(
                            "url",
                            URL,
                            HttpParts::uri,
                            (it, uri) -> new HttpParts(Optional.of(uri), it.headers, it.status),
                            says("The address, or a port of this machine.")
                                    .required("add one, such as url: 8080")
                                    .example("http://127.0.0.1:8080/healthz"))
                    .optional(
                            "headers",
                            HeaderFields.HEADERS,
                            it -> Optional.of(it.headers()).filter(all -> !all.isEmpty()),
                            (it, headers) -> new HttpParts(it.uri, headers, it.status),
                            says("Headers to send.").example(Map.of("Host", "shop.local")).hidden())
                    .optional(
                            "status",
                            Types.whole(100, 599),
                            HttpParts::status,
                            (it, code) -> new HttpParts(it.uri, it.headers, Optional.of(code)),
                            says("The one status that is good.").usually("200 to 399").example(204))
                    .into(
                            "url",
                            HttpParts::of,
                            (it, _, _) ->
                                    it.uri()
                                            .map(
                                                    uri ->
                                                            new Probe.Http(
                                                                    uri,
                                                                    it.headers(),
                                                                    it.status())));

    private record GrpcParts(Optional<Address> address, String service) {
        static GrpcParts of(Probe.Grpc grpc) {
            return new GrpcParts(
                    Optional.of(new Address(grpc.host(), grpc.port())), grpc.service());
        }
    }

    private static final Type<Probe.Grpc> GRPC =
            Section.of(
                            "grpc",
                            "A gRPC probe",
                            "The long form of `grpc`.",
                            new GrpcParts(Optional.empty(), ""))
                    .optional(
                            "address",
                            ADDRESS,
                            GrpcParts::address,
                            (it, address) -> new GrpcParts(Optional.of(address), it.service),
                            says("The port, or host and port.")
                                    .required("add one, such as address: 50051")
                                    .example(50_051))
                    .field(
                            "service",
                            Types.TEXT,
                            GrpcParts::service,
                            (it, service) -> new GrpcParts(it.address, service),
                            says("The service that is asked for.")
                                    .usually("the server as a whole")
                                    .example("plugin"))
                    .into(
                            "address",
                            GrpcParts::of,
                            (it, _, _) ->
                                    it.address()
                                            .map(
                                                    at ->
                                                            new Probe.Grpc(
                                                                    at.host(),
                                                                    at.port(),
                                                                    it.service())));

    private static final Type<Probe.Notify> NOTIFY =
            Type.<Boolean>of(
                            (value, where) -> where.scalars().truth(value, where.label()),
                            yes -> yes,
                            in -> in.either(List.of(Definitions.shape("const", true))))
                    .called("yes", "true.")
                    .checked(
                            (yes, value, where) ->
                                    yes
                                            ? Optional.of(new Probe.Notify())
                                            : where.refuse(
                                                    value,
                                                    "false means nothing here",
                                                    "remove the key"),
                            _ -> true);

    /** What both sections are made of. */
    private record Watch(
            Optional<Probe> probe,
            Duration period,
            Duration timeout,
            Duration within,
            int failures) {
        static Watch of(Readiness it) {
            return new Watch(it.probe(), it.period(), it.timeout(), it.within(), 1);
        }

        static Watch of(Liveness it) {
            Duration within = Duration.ZERO;
            return new Watch(
                    Optional.of(it.probe()), it.period(), it.timeout(), within, it.failures());
        }

        Watch probe(Optional<Probe> wanted) {
            return new Watch(wanted, period, timeout, within, failures);
        }
    }

    private static <P extends Probe> Section<Watch> probe(
            Section<Watch> section, String key, Type<P> type, Class<P> kind, Notes notes) {
        return section.optional(
                key,
                type,
                it -> it.probe().filter(kind::isInstance).map(kind::cast),
                (it, probe) -> it.probe(Optional.of(probe)),
                notes);
    }

    private static Section<Watch> asking(Section<Watch> plain) {
        Section<Watch> section = plain;
        section =
                probe(
                        section,
                        "tcp",
                        ADDRESS.as(
                                it -> new Probe.Tcp(it.host(), it.port()),
                                it -> new Address(it.host(), it.port())),
                        Probe.Tcp.class,
                        says("It accepts a connection at this port, or host and port.")
                                .example(8080, "db.local:5432"));
        section =
                probe(
                        section,
                        "socket",
                        Types.PATH.as(Probe.Unix::new, Probe.Unix::path),
                        Probe.Unix.class,
                        says("It accepts a connection at this Unix domain socket.")
                                .example("run/database.sock"));
        section =
                probe(
                        section,
                        "http",
                        HTTP,
                        Probe.Http.class,
                        says("It answers a GET with a status of 200 to 399: an address,"
                                        + " a port, or a mapping.")
                                .example("http://127.0.0.1:8080/healthz", 8080));
        section =
                probe(
                        section,
                        "exec",
                        Types.COMMAND.as(
                                it -> new Probe.Exec(ChildSpec.of(it)), it -> it.child().command()),
                        Probe.Exec.class,
                        says("A command, run where and as the process runs, ends with code 0.")
                                .example("pg_isready -q"));
        return probe(
                section,
                "grpc",
                GRPC,
                Probe.Grpc.class,
                says("It serves the gRPC health service and says SERVING: a port, a host"
                                + " and port, or a mapping.")
                        .example(50_051));
    }

    private static Section<Watch> times(Section<Watch> section) {
        return section.field(
                        "period",
                        Types.SPAN,
                        Watch::period,
                        (it, time) -> new Watch(it.probe, time, it.timeout, it.within, it.failures),
                        says("The time between two attempts."))
                .field(
                        "timeout",
                        Types.SPAN,
                        Watch::timeout,
                        (it, time) -> new Watch(it.probe, it.period, time, it.within, it.failures),
                        says("How long one attempt may take."));
    }

    static final Type<Readiness> READY =
            orShort(
                    readiness()
                            .into(
                                    Watch::of,
                                    (it, _, _) ->
                                            Optional.of(
                                                    new Readiness(
                                                            it.probe(),
                                                            it.period(),
                                                            it.timeout(),
                                                            it.within()))));

    static final Type<Liveness> LIVENESS =
            orShort(
                    liveness()
                            .into(
                                    Watch::of,
                                    (it, _, _) ->
                                            it.probe()
                                                    .map(
                                                            probe ->
                                                                    new Liveness(
                                                                            probe,
                                                                            it.period(),
                                                                            it.timeout(),
                                                                            it.failures()))));

    private ProbeSections() {}

    private static Section<Watch> readiness() {
        Section<Watch> section =
                Section.of(
                        "ready",
                        "Readiness",
                        "Below `ready`: one probe, and its times.",
                        Watch.of(Readiness.onceStarted()));
        section =
                probe(
                        section,
                        "log",
                        Types.PATTERN.as(Probe.LogLine::new, Probe.LogLine::pattern),
                        Probe.LogLine.class,
                        says("It prints a line in which this regular expression finds something.")
                                .example("listening on"));
        section =
                probe(
                        asking(section),
                        "notify",
                        NOTIFY,
                        Probe.Notify.class,
                        says("It sends READY=1 to the socket in NOTIFY_SOCKET, as sd_notify does.")
                                .example(true));
        section =
                probe(
                        section,
                        "fd",
                        Types.whole(3, 255).as(Probe.Descriptor::new, Probe.Descriptor::number),
                        Probe.Descriptor.class,
                        says("It writes a line to this descriptor, as s6 services do.").example(3));
        return times(section)
                .field(
                        "within",
                        Types.SPAN,
                        Watch::within,
                        (it, time) -> new Watch(it.probe, it.period, it.timeout, time, it.failures),
                        says("How long it may take in all before the start counts as failed."))
                .rule(Rule.oneOf("probe", WORDS, List.of()));
    }

    private static Section<Watch> liveness() {
        Section<Watch> section =
                asking(
                        Section.of(
                                "liveness",
                                "Liveness",
                                "Below `liveness`: one probe, and its times. It is asked from the"
                                        + " moment the process is ready.",
                                Watch.of(Liveness.by(new Probe.Notify())).probe(Optional.empty())));
        section =
                probe(
                        section,
                        "notify",
                        NOTIFY,
                        Probe.Notify.class,
                        says("It sends WATCHDOG=1 to the socket in NOTIFY_SOCKET at"
                                        + " least once in each period.")
                                .example(true));
        return times(section)
                .field(
                        "failures",
                        Types.whole(1, 1000),
                        Watch::failures,
                        (it, most) -> new Watch(it.probe, it.period, it.timeout, it.within, most),
                        says("How many failures in a row make it unhealthy."))
                .rule(Rule.oneOf("probe", LASTING, WORDS));
    }

    private static <T> Type<T> orShort(Type<T> whole) {
        return Types.orWord(SHORT, LONG, whole);
    }

    /** A password may stand there. */
    private static String withoutUser(URI uri) {
        return Optional.ofNullable(uri.getRawUserInfo())
                .map(user -> uri.toString().replace(user + "@", ""))
                .orElse(uri.toString());
    }

    private static Optional<Address> address(Value value, Where where) {
        Matcher matcher = ADDRESSES.matcher(Scalars.written(value).orElse(""));
        if (!matcher.matches()) {
            return where.expected(value, "a port, or a host and a port", "127.0.0.1:8080");
        }
        int port = Integer.parseInt(matcher.group(2));
        if (port < 1 || port > 65_535) {
            return where.refuse(value, port + " is not between 1 and 65535", "give another port");
        }
        String host = matcher.group(1) == null ? LOCAL : matcher.group(1);
        return Optional.of(new Address(host.replace("[", "").replace("]", ""), port));
    }

    private static Optional<URI> url(Value value, Where where) {
        String text = Scalars.written(value).orElse("");
        try {
            if (text.matches("\\d{1,5}")) {
                return address(value, where)
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
        return where.expected(value, "an address or a port", "http://127.0.0.1:8080/healthz");
    }
}
