package dev.foster.bus.broker;

/**
 * How a broker finds out who receives a message, at one moment: what a NATS server shows at {@code
 * /subsz}.
 *
 * @param subscriptions there are now
 * @param remembered subjects whose receivers need not be searched
 * @param added subscriptions since the start
 * @param removed subscriptions since the start
 * @param matches messages for which receivers were wanted
 * @param hitRate share of the matches that were remembered, 0 to 1
 * @param mostReceivers a search found
 * @param averageReceivers of all searches
 */
public record RoutingStatistics(
        int subscriptions,
        int remembered,
        long added,
        long removed,
        long matches,
        double hitRate,
        int mostReceivers,
        double averageReceivers) {}
