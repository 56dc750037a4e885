package dev.foster.daemon.metrics.collect;

import dev.foster.control.HookView;
import dev.foster.daemon.metrics.Families;
import dev.foster.daemon.metrics.Metric;

import java.util.List;
import java.util.function.Supplier;

/** What became of notifications. */
public final class HookFigures implements MetricSource {
    private final Supplier<List<HookView>> hooks;

    public HookFigures(Supplier<List<HookView>> hooks) {
        this.hooks = hooks;
    }

    @Override
    public void tell(Families families) {
        for (HookView hook : hooks.get()) {
            families.add(Metric.NOTIFICATIONS, hook.delivered(), hook.name(), "delivered");
            families.add(Metric.NOTIFICATIONS, hook.failed(), hook.name(), "failed");
            families.add(Metric.NOTIFICATIONS, hook.dropped(), hook.name(), "dropped");
            families.add(Metric.NOTIFICATIONS, hook.summed(), hook.name(), "summed");
            families.add(Metric.NOTIFICATIONS_QUEUED, hook.queued(), hook.name());
        }
    }
}
