package dev.foster.bench.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Percentiles of times. */
class SamplesTest {
    @Test
    void aShareIsAtMostTheTimeThatIsNamed() {
        var samples = new Samples();
        for (int micros = 5000; micros > 0; micros--) {
            samples.add(micros * 1000L);
        }
        assertThat(samples.count()).isEqualTo(5000);
        assertThat(samples.micros(0.5)).isEqualTo(2500);
        assertThat(samples.micros(0.99)).isEqualTo(4950);
        assertThat(samples.micros(1)).isEqualTo(5000);
    }

    @Test
    void withoutTimesThereIsNoPercentile() {
        assertThat(new Samples().micros(0.5)).isNaN();
    }
}
