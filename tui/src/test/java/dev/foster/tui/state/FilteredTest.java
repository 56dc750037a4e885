package dev.foster.tui.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.tui.world.LogLine;
import dev.foster.tui.world.Output;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** However an output changes, the lines left are those that a look at all of them would leave. */
class FilteredTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void theLinesThatAreLeftAreThoseWithTheTextWhateverHappens(long seed) {
        var random = new Random(seed);
        var lines = new ArrayList<LogLine>();
        long next = 1_000_000;
        Filtered filtered = Filtered.NOTHING;
        for (int i = 0; i < 3_000; i++) {
            switch (random.nextInt(12)) {
                case 0 -> lines.clear();
                case 1 -> lines.subList(0, random.nextInt(lines.size() + 1)).clear();
                case 2 -> older(lines, random);
                // Another process has said as much at the same places.
                case 3 -> lines.replaceAll(line -> line(line.cursor(), random));
                default -> {
                    for (int more = random.nextInt(8); more > 0; more--) {
                        lines.add(line(next++, random));
                    }
                }
            }
            String filter = random.nextInt(20) == 0 ? "b" : "a";
            filtered = filtered.next(new Output(lines, false), filter);
            List<LogLine> expected =
                    lines.stream().filter(line -> line.text().contains(filter)).toList();
            assertThat(filtered.lines()).isEqualTo(expected);
        }
    }

    private static void older(List<LogLine> lines, Random random) {
        if (!lines.isEmpty()) {
            lines.addFirst(line(lines.getFirst().cursor() - 1, random));
        }
    }

    private static LogLine line(long cursor, Random random) {
        String text = random.nextBoolean() ? "a" : "b";
        return new LogLine(Instant.EPOCH, LogLine.Voice.OUTPUT, text, cursor);
    }
}
