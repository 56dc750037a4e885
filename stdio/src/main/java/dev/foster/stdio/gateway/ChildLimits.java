package dev.foster.stdio.gateway;

import dev.foster.process.Child;
import dev.foster.process.Excess;
import dev.foster.process.ProcessEngine;
import dev.foster.process.ResourceLimits;
import dev.foster.supervise.report.Watcher;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.usage.UsageMonitor;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Measures the children that have limits, as processes of a stack are measured. */
final class ChildLimits implements AutoCloseable {
    private final Map<Long, Held> all = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final UsageMonitor watch;

    /** One that has limits. */
    interface Held {
        /** It uses more than it may. */
        void over(Excess excess, LimitRule.Then then);

        /** It cannot be measured. */
        void refused(String why);
    }

    private final class Told implements UsageMonitor.News {
        @Override
        public void over(String name, long number, Excess excess, LimitRule.Then then) {
            tell(number, it -> it.over(excess, then));
        }

        @Override
        public void refused(String name, long number, String why) {
            tell(number, it -> it.refused(why));
        }

        private void tell(long number, Consumer<Held> news) {
            Optional.ofNullable(all.get(number)).ifPresent(news);
        }
    }

    ChildLimits(ProcessEngine engine) {
        this.watch =
                new UsageMonitor(
                        engine::meter, false, (_, _, _) -> {}, new Watcher() {}, new Told());
    }

    /**
     * From now on it is told when this child uses more than it may, until the child ends.
     *
     * @param limits what it may use, which need not be what the kernel holds it to
     */
    void hold(String name, Child child, ResourceLimits limits, LimitRule rule, Held whom) {
        if (limits.isNone()) {
            return;
        }
        long number = numbers.incrementAndGet();
        all.put(number, whom);
        watch.begin(name, number, child, limits, rule).ifPresent(whom::refused);
        var _ =
                child.exit()
                        .thenRun(
                                () -> {
                                    watch.end(name, number);
                                    all.remove(number);
                                });
    }

    @Override
    public void close() {
        watch.close();
    }
}
