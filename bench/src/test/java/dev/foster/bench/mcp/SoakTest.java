package dev.foster.bench.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** How long it lasts, and what it calls left over. */
class SoakTest {
    @Test
    void theTimeIsTakenOutOfTheArguments() {
        var arguments = new ArrayList<>(List.of("/tree", "--soak", "10m", "--check"));
        assertThat(Soak.takeOption(arguments)).contains(Duration.ofMinutes(10));
        assertThat(arguments).containsExactly("/tree", "--check");
        assertThat(Soak.takeOption(arguments)).isEmpty();
    }

    @Test
    void aTimeThatIsNoneIsRefused() {
        for (String value : List.of("10", "0s", "soon")) {
            var arguments = new ArrayList<>(List.of("/tree", "--soak", value));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Soak.takeOption(arguments))
                    .withMessageContaining("cannot use --soak " + value);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Soak.takeOption(new ArrayList<>(List.of("/tree", "--soak"))));
    }

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
