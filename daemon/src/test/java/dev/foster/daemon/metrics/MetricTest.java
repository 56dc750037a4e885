package dev.foster.daemon.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

/** The rules by which metrics are named. */
class MetricTest {

    @Test
    void namesFollowTheRulesOfPrometheus() {
        for (Metric metric : Metric.values()) {
            assertThat(metric.family()).as("%s", metric).matches("[a-z]+(_[a-z]+)*");
            assertThat(metric.family()).as("%s", metric).doesNotEndWith("_total");
            assertThat(metric.family()).as("%s", metric).matches("(foster|process|jvm)(_.*)?");
            assertThat(metric.labels()).as("%s", metric).allMatch(it -> it.matches("[a-z]+"));
            assertThat(metric.meaning()).as("%s", metric).matches("[A-Z1][^\"\\\\\n]+\\.");
            if (!metric.unit().isEmpty()) {
                assertThat(metric.family()).as("%s", metric).endsWith("_" + metric.unit());
            }
        }
    }

    @Test
    void noTwoHaveTheSameName() {
        assertThat(Arrays.stream(Metric.values()).map(Metric::family)).doesNotHaveDuplicates();
        assertThat(Arrays.stream(Metric.values()).map(Metric::title)).doesNotHaveDuplicates();
    }
}
