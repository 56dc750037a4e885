package dev.foster.bus.monitor;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.RoutingStatistics;
import dev.foster.bus.broker.SubscriptionStatistics;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code /subsz}: the subscriptions, and how receivers are found. */
final class Subsz {
    private static final int PAGE = 1024;

    private Subsz() {}

    static Map<String, Object> of(Broker broker, Query query) {
        boolean list = query.flag("subs");
        int offset = Math.max(0, query.number("offset", 0));
        int limit = query.number("limit", PAGE);
        RoutingStatistics now = broker.routing();
        Map<String, Object> members = new LinkedHashMap<>();
        if (list) {
            members.put("server_id", broker.statistics().serverId());
            members.put("now", Instant.now());
        }
        members.put("num_subscriptions", now.subscriptions());
        members.put("num_cache", now.remembered());
        members.put("num_inserts", now.added());
        members.put("num_removes", now.removed());
        members.put("num_matches", now.matches());
        members.put("cache_hit_rate", now.hitRate());
        members.put("max_fanout", now.mostReceivers());
        members.put("avg_fanout", now.averageReceivers());
        if (list) {
            put(broker, query.text("test"), offset, limit <= 0 ? PAGE : limit, members);
        }
        return members;
    }

    private static void put(
            Broker broker, String subject, int offset, int limit, Map<String, Object> members) {
        List<SubscriptionStatistics> all =
                broker.subscriptions().stream()
                        .filter(each -> subject.isEmpty() || each.matches(subject))
                        .toList();
        List<Map<String, Object>> shown =
                all.stream().skip(offset).limit(limit).map(Subsz::subscription).toList();
        members.put("total", all.size());
        members.put("offset", offset);
        members.put("limit", limit);
        members.put("subscriptions_list", shown);
    }

    static Map<String, Object> subscription(SubscriptionStatistics subscription) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("subject", subscription.subject());
        subscription.queue().ifPresent(queue -> members.put("qgroup", queue));
        members.put("sid", subscription.sid());
        members.put("msgs", subscription.delivered());
        if (subscription.limit() > 0) {
            members.put("max", subscription.limit());
        }
        members.put("cid", subscription.connection());
        return members;
    }
}
