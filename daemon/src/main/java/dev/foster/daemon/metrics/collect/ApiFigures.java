package dev.foster.daemon.metrics.collect;

import dev.foster.daemon.api.ApiServer;
import dev.foster.daemon.metrics.Families;
import dev.foster.daemon.metrics.Metric;

/** Who asks the daemon. */
public final class ApiFigures implements MetricSource {
    private final ApiServer api;

    public ApiFigures(ApiServer api) {
        this.api = api;
    }

    @Override
    public void tell(Families families) {
        families.add(Metric.API_CONNECTIONS, api.connections());
        long[] answers = api.answers();
        for (int hundreds = 2; hundreds <= 5; hundreds++) {
            families.add(Metric.API_REQUESTS, answers[hundreds], hundreds + "xx");
        }
    }
}
