package dev.foster.bus.monitor;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.ConnectionStatistics;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code /connz}: the clients that are connected. */
final class Connz {
    private static final int PAGE = 1024;

    private Connz() {}

    static Map<String, Object> of(Broker broker, Query query) {
        Comparator<ConnectionStatistics> order = order(query.text("sort"));
        List<ConnectionStatistics> all = open(query) ? broker.connections() : List.of();
        int only = query.number("cid", 0);
        String user = query.text("user");
        int offset = Math.max(0, query.number("offset", 0));
        int limit = only > 0 ? 1 : query.number("limit", PAGE);
        int page = limit <= 0 ? PAGE : limit;
        List<Map<String, Object>> shown =
                all.stream()
                        .filter(each -> only <= 0 || each.id() == only)
                        .filter(each -> user.isEmpty() || each.user().equals(user))
                        .sorted(order)
                        .skip(offset)
                        .limit(page)
                        .map(each -> connection(each, query))
                        .toList();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("server_id", broker.statistics().serverId());
        members.put("now", Instant.now());
        members.put("num_connections", shown.size());
        members.put("total", all.size());
        members.put("offset", offset);
        members.put("limit", page);
        members.put("connections", shown);
        return members;
    }

    /** Whether those who are connected are wanted; of those who left nothing is kept. */
    private static boolean open(Query query) {
        return switch (query.text("state").toLowerCase(Locale.ROOT)) {
            case "", "open", "any", "all" -> true;
            case "closed" -> false;
            default ->
                    throw new Query.Unreadable("Error decoding state for " + query.text("state"));
        };
    }

    private static Comparator<ConnectionStatistics> order(String name) {
        return switch (name) {
            case "", "cid", "start" -> Comparator.comparingLong(ConnectionStatistics::id);
            case "subs" ->
                    Comparator.<ConnectionStatistics>comparingInt(
                                    each -> each.subscriptions().size())
                            .reversed();
            case "pending" ->
                    Comparator.comparingLong(ConnectionStatistics::pendingBytes).reversed();
            case "msgs_to" ->
                    Comparator.comparingLong(ConnectionStatistics::messagesOut).reversed();
            case "msgs_from" ->
                    Comparator.comparingLong(ConnectionStatistics::messagesIn).reversed();
            case "bytes_to" -> Comparator.comparingLong(ConnectionStatistics::bytesOut).reversed();
            case "bytes_from" -> Comparator.comparingLong(ConnectionStatistics::bytesIn).reversed();
            case "last" -> Comparator.comparing(ConnectionStatistics::lastHeard).reversed();
            case "idle" -> Comparator.comparing(ConnectionStatistics::lastHeard);
            case "uptime" -> Comparator.comparing(ConnectionStatistics::since);
            default -> throw new Query.Unreadable("invalid sorting option: " + name);
        };
    }

    private static Map<String, Object> connection(ConnectionStatistics client, Query query) {
        Instant now = Instant.now();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("cid", client.id());
        members.put("kind", "Client");
        members.put("type", "nats");
        members.put("ip", client.host());
        members.put("port", client.port());
        members.put("start", client.since());
        members.put("last_activity", client.lastHeard());
        client.roundTrip().ifPresent(time -> members.put("rtt", GoTimes.roundTrip(time)));
        members.put("uptime", GoTimes.uptime(Duration.between(client.since(), now)));
        members.put("idle", GoTimes.uptime(Duration.between(client.lastHeard(), now)));
        members.put("pending_bytes", client.pendingBytes());
        members.put("in_msgs", client.messagesIn());
        members.put("out_msgs", client.messagesOut());
        members.put("in_bytes", client.bytesIn());
        members.put("out_bytes", client.bytesOut());
        members.put("subscriptions", client.subscriptions().size());
        putUnlessEmpty(members, "name", client.name());
        putUnlessEmpty(members, "lang", client.language());
        putUnlessEmpty(members, "version", client.version());
        if (query.flag("auth")) {
            putUnlessEmpty(members, "authorized_user", client.user());
        }
        subscriptions(client, query, members);
        return members;
    }

    private static void putUnlessEmpty(Map<String, Object> members, String name, String text) {
        if (!text.isEmpty()) {
            members.put(name, text);
        }
    }

    private static void subscriptions(
            ConnectionStatistics client, Query query, Map<String, Object> members) {
        boolean detail = query.text("subs").equals("detail");
        if (!detail && !query.flag("subs")) {
            return;
        }
        if (client.subscriptions().isEmpty()) {
            return;
        }
        if (detail) {
            members.put(
                    "subscriptions_list_detail",
                    client.subscriptions().stream().map(Subsz::subscription).toList());
        } else {
            members.put("subscriptions_list", client.subjects());
        }
    }
}
