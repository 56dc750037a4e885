package dev.foster.daemon.metrics.collect;

import dev.foster.control.BusView;
import dev.foster.daemon.bus.CommandCounts;
import dev.foster.daemon.bus.ProjectBus;
import dev.foster.daemon.metrics.Families;
import dev.foster.daemon.metrics.Metric;

import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** What the bus carries, and how plugins answer. */
public final class BusFigures implements MetricSource {
    private static final double NANOS = 1e9;

    private final Supplier<Optional<ProjectBus>> projectBus;

    public BusFigures(Supplier<Optional<ProjectBus>> projectBus) {
        this.projectBus = projectBus;
    }

    @Override
    public void tell(Families families) {
        Optional<ProjectBus> open = projectBus.get();
        if (open.isPresent()) {
            bus(families, open.get().view());
            for (CommandCounts counts : open.get().commands()) {
                families.summary(
                        Metric.PLUGIN_CALLS,
                        counts.calls(),
                        counts.nanos() / NANOS,
                        counts.plugin());
                families.add(Metric.PLUGIN_ERRORS, counts.errors(), counts.plugin());
            }
        }
    }

    private static void bus(Families families, BusView view) {
        families.add(Metric.BUS_CONNECTED, view.connected() ? 1 : 0);
        Map<String, Long> traffic = view.traffic();
        // Somebody else's bus tells its own figures.
        if (traffic.isEmpty()) {
            return;
        }
        families.add(Metric.BUS_CONNECTIONS, traffic.getOrDefault("connections", 0L));
        families.add(Metric.BUS_SUBSCRIPTIONS, traffic.getOrDefault("subscriptions", 0L));
        families.add(Metric.BUS_MESSAGES, traffic.getOrDefault("messages_in", 0L), "in");
        families.add(Metric.BUS_MESSAGES, traffic.getOrDefault("messages_out", 0L), "out");
        families.add(Metric.BUS_BYTES, traffic.getOrDefault("bytes_in", 0L), "in");
        families.add(Metric.BUS_BYTES, traffic.getOrDefault("bytes_out", 0L), "out");
        families.add(Metric.BUS_SLOW, traffic.getOrDefault("slow_consumers", 0L));
    }
}
