package dev.foster.bench.scores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** How long something lasts. */
class TimeOptionTest {
    @Test
    void theTimeIsTakenOutOfTheArguments() {
        var arguments = new ArrayList<>(List.of("/tree", "--soak", "10m", "--check"));
        assertThat(TimeOption.take("--soak", arguments)).contains(Duration.ofMinutes(10));
        assertThat(arguments).containsExactly("/tree", "--check");
        assertThat(TimeOption.take("--soak", arguments)).isEmpty();
    }

    @Test
    void aTimeThatIsNoneIsRefused() {
        for (String value : List.of("10", "0s", "soon")) {
            var arguments = new ArrayList<>(List.of("/tree", "--soak", value));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TimeOption.take("--soak", arguments))
                    .withMessageContaining("cannot use --soak " + value);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                TimeOption.take(
                                        "--soak", new ArrayList<>(List.of("/tree", "--soak"))));
    }
}
