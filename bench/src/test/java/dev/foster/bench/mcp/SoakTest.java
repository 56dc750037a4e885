package dev.foster.bench.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a soak calls left over. */
class SoakTest {
    @Test
    void anythingMoreThanBeforeIsLeftOverExceptMemory() {
        var before = new Remains(60, 20, 1, 80);
        assertThat(new Remains(60, 20, 1, 120).exceeds(before)).isFalse();
        assertThat(new Remains(59, 19, 0, 80).exceeds(before)).isFalse();
        assertThat(new Remains(61, 20, 1, 80).exceeds(before)).isTrue();
        assertThat(new Remains(60, 21, 1, 80).exceeds(before)).isTrue();
        assertThat(new Remains(60, 20, 2, 80).exceeds(before)).isTrue();
    }
}
