package dev.foster.bus.monitor;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.BrokerOptions;
import dev.foster.bus.broker.BrokerStatistics;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code /varz}: the broker as a whole. */
final class Varz {
    private static final int PAGE = 4096;
    private static final double NANOS = 1e9;

    private Varz() {}

    static Map<String, Object> of(
            Broker broker, InetSocketAddress monitor, Map<String, Object> requests) {
        Map<String, Object> members = new LinkedHashMap<>();
        BrokerStatistics now = broker.statistics();
        members.put("server_id", now.serverId());
        members.put("server_name", now.name());
        members.put("version", now.version());
        members.put("proto", 1);
        members.put("go", "none");
        members.put("host", now.host());
        members.put("port", now.port());
        if (broker.guarded()) {
            members.put("auth_required", true);
        }
        broker.options()
                .tls()
                .ifPresent(
                        tls -> {
                            members.put("tls_required", true);
                            if (tls.verifies()) {
                                members.put("tls_verify", true);
                            }
                        });
        limits(broker.options(), monitor, members);
        process(now, members);
        traffic(now, members);
        members.put("http_req_stats", requests);
        members.put("config_load_time", now.since());
        members.put("system_account", "$SYS");
        return members;
    }

    private static void limits(
            BrokerOptions options, InetSocketAddress monitor, Map<String, Object> members) {
        BrokerOptions.Limits limits = options.limits();
        BrokerOptions.Timing timing = options.timing();
        members.put("max_connections", limits.connections());
        members.put("max_subscriptions", limits.subscriptions());
        members.put("ping_interval", timing.ping().toNanos());
        members.put("ping_max", timing.pingsOut());
        members.put("http_host", monitor.getHostString());
        members.put("http_port", monitor.getPort());
        members.put("http_base_path", "");
        members.put("https_port", 0);
        members.put("auth_timeout", seconds(timing.authentication()));
        members.put("max_control_line", limits.controlLine());
        members.put("max_payload", limits.payload());
        members.put("max_pending", limits.pending());
        // What this broker has not: who asks finds it empty, as at a server that does not use it.
        for (String absent :
                List.of("cluster", "gateway", "leaf", "mqtt", "websocket", "jetstream")) {
            members.put(absent, Map.of());
        }
        members.put("tls_timeout", seconds(timing.tls()));
        members.put("write_deadline", timing.write().toNanos());
    }

    /** A whole number where it is one, as Go writes it. */
    private static Number seconds(Duration time) {
        double seconds = time.toNanos() / NANOS;
        return seconds == Math.rint(seconds) ? (Number) (long) seconds : (Number) seconds;
    }

    private static void process(BrokerStatistics now, Map<String, Object> members) {
        int cores = Runtime.getRuntime().availableProcessors();
        members.put("start", now.since());
        members.put("now", Instant.now());
        members.put("uptime", GoTimes.uptime(now.uptime()));
        members.put("mem", memory());
        members.put("cores", cores);
        members.put("gomaxprocs", cores);
        members.put("cpu", cpu());
    }

    private static void traffic(BrokerStatistics now, Map<String, Object> members) {
        members.put("connections", now.connections());
        members.put("total_connections", now.totalConnections());
        members.put("routes", 0);
        members.put("remotes", 0);
        members.put("leafnodes", 0);
        members.put("in_msgs", now.messagesIn());
        members.put("out_msgs", now.messagesOut());
        members.put("in_bytes", now.bytesIn());
        members.put("out_bytes", now.bytesOut());
        members.put("slow_consumers", now.slowConsumers());
        members.put("subscriptions", now.subscriptions());
    }

    /** What the whole process holds, in bytes: the broker shares it with whoever embeds it. */
    private static long memory() {
        try {
            String[] pages = Files.readString(Path.of("/proc/self/statm")).split(" ", 3);
            return Long.parseLong(pages[1]) * PAGE;
        } catch (IOException noProc) {
            Runtime runtime = Runtime.getRuntime();
            return runtime.totalMemory() - runtime.freeMemory();
        }
    }

    /** What the whole process took of a processor since it began, in percent. */
    private static double cpu() {
        ProcessHandle.Info info = ProcessHandle.current().info();
        if (info.totalCpuDuration().isEmpty() || info.startInstant().isEmpty()) {
            return 0;
        }
        long lived = Duration.between(info.startInstant().get(), Instant.now()).toMillis();
        double share = 100.0 * info.totalCpuDuration().get().toMillis() / Math.max(1, lived);
        return Math.rint(share * 10) / 10;
    }
}
