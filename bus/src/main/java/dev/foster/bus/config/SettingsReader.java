package dev.foster.bus.config;

import dev.foster.bus.broker.BrokerOptions;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What the keys of a file mean. */
final class SettingsReader {
    private static final int MOST_PORT = 65_535;

    private final Path folder;
    private final BrokerOptions defaults = BrokerOptions.defaults();
    private String host = defaults.host();
    private String name = defaults.name();
    private int port = ServerSettings.PORT;
    private int payload = defaults.limits().payload();
    private int controlLine = defaults.limits().controlLine();
    private long pending = defaults.limits().pending();
    private int connections = defaults.limits().connections();
    private int subscriptions = defaults.limits().subscriptions();
    private Duration ping = defaults.timing().ping();
    private int pingsOut = defaults.timing().pingsOut();
    private Duration duck = ServerSettings.LameDuck.USUAL.all();
    private Duration duckGrace = ServerSettings.LameDuck.USUAL.grace();
    private Duration write = defaults.timing().write();
    private Optional<Integer> monitorPort = Optional.empty();
    private Optional<String> monitorHost = Optional.empty();
    private Optional<Path> pidFile = Optional.empty();
    private Optional<Path> logFile = Optional.empty();
    private final AuthorizationReader authorization = new AuthorizationReader(defaults);
    private final TlsReader tls;

    SettingsReader(Path folder) {
        this.folder = folder;
        tls = new TlsReader(folder, defaults.timing().tls());
    }

    ServerSettings read(ConfigValue.Block block) {
        block.entries().forEach(this::read);
        if (payload > pending) {
            throw block.place()
                    .problem(
                            "cannot use max_payload "
                                    + payload
                                    + ": max_pending "
                                    + pending
                                    + " is less; raise that");
        }
        BrokerOptions options =
                defaults.withHost(host)
                        .withPort(port)
                        .withName(name)
                        .withAccess(authorization.access())
                        .withLimits(
                                new BrokerOptions.Limits(
                                        payload,
                                        controlLine,
                                        pending,
                                        defaults.limits().memory(),
                                        connections,
                                        subscriptions))
                        .withTiming(
                                new BrokerOptions.Timing(
                                        ping,
                                        pingsOut,
                                        authorization.timeout(),
                                        tls.timeout(),
                                        write));
        return new ServerSettings(
                tls.settings().map(options::withTls).orElse(options),
                monitorPort.map(
                        number -> new ServerSettings.Address(monitorHost.orElse(host), number)),
                pidFile,
                logFile,
                new ServerSettings.LameDuck(duck, duckGrace));
    }

    private void read(String key, ConfigValue.Entry entry) {
        switch (key) {
            case "host", "net" -> host = Meaning.text(entry);
            case "port" -> port = port(entry, ServerSettings.PORT);
            case "listen" -> listen(entry);
            case "server_name" -> name = Meaning.text(entry);
            case "http", "monitor" -> monitor(entry);
            case "http_port", "monitor_port" -> monitorPort = Optional.of(port(entry, 0));
            case "authorization" -> authorization.read(Meaning.block(entry));
            case "no_auth_user" -> authorization.guest(entry);
            case "tls" -> tls.read(entry);
            case "pid_file", "pidfile" ->
                    pidFile = Optional.of(folder.resolve(Meaning.text(entry)));
            case "log_file", "logfile" ->
                    logFile = Optional.of(folder.resolve(Meaning.text(entry)));
            default -> readLimit(key, entry);
        }
    }

    private void readLimit(String key, ConfigValue.Entry entry) {
        switch (key) {
            case "max_payload" -> payload = (int) Meaning.number(entry, 1, 1 << 29);
            case "max_pending" -> pending = Meaning.number(entry, 1, 1L << 40);
            case "max_control_line" -> controlLine = (int) Meaning.number(entry, 64, 1 << 20);
            case "max_connections", "max_conn" ->
                    connections = (int) Meaning.number(entry, 1, Integer.MAX_VALUE);
            case "max_subscriptions", "max_subs" ->
                    subscriptions = (int) Meaning.number(entry, 1, Integer.MAX_VALUE);
            case "ping_interval" -> ping = Meaning.time(entry);
            case "ping_max" -> pingsOut = (int) Meaning.number(entry, 1, 1000);
            case "write_deadline" -> write = Meaning.time(entry);
            case "lame_duck_duration" -> duck = Meaning.time(entry);
            case "lame_duck_grace_period" -> duckGrace = Meaning.time(entry);
            default -> Unsupported.check(key, entry);
        }
    }

    /** As the server has it: 0 is the usual one, -1 a free one. */
    private static int port(ConfigValue.Entry entry, int usual) {
        int number = (int) Meaning.number(entry, -1, MOST_PORT);
        return number < 0 ? 0 : number == 0 ? usual : number;
    }

    private void listen(ConfigValue.Entry entry) {
        Map.Entry<String, String> parts = address(entry);
        if (!parts.getKey().isEmpty()) {
            host = parts.getKey();
        }
        port = port(part(entry, parts.getValue()), ServerSettings.PORT);
    }

    private void monitor(ConfigValue.Entry entry) {
        Map.Entry<String, String> parts = address(entry);
        if (!parts.getKey().isEmpty()) {
            monitorHost = Optional.of(parts.getKey());
        }
        monitorPort = Optional.of(port(part(entry, parts.getValue()), 0));
    }

    /** Host, which may be empty, and port. */
    private static Map.Entry<String, String> address(ConfigValue.Entry entry) {
        String text = Meaning.text(entry);
        int colon = text.lastIndexOf(':');
        String address = colon < 0 ? "" : text.substring(0, colon);
        boolean bracketed = address.startsWith("[") && address.endsWith("]");
        return Map.entry(
                bracketed ? address.substring(1, address.length() - 1) : address,
                text.substring(colon + 1));
    }

    private static ConfigValue.Entry part(ConfigValue.Entry entry, String text) {
        ConfigPlace place = entry.value().place();
        return new ConfigValue.Entry(
                entry.name(), entry.place(), new ConfigValue.Scalar(text, false, place), false);
    }
}
