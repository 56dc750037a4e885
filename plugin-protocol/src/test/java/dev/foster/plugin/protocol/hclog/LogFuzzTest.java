package dev.foster.plugin.protocol.hclog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Whatever a plugin writes becomes one entry and never a failure. */
class LogFuzzTest {
    private static final int LINES = 50_000;
    private static final String PIECES =
            "{{}}[]\"\"::,,\\u0123e+-.@levlmsgtp nrfa\n\t\u0000\ud800é";
    private static final OffsetDateTime TIME = OffsetDateTime.parse("2026-11-15T10:11:12.5+01:00");

    @Test
    void everyLineIsOneEntryNotLongerThanTheLine() {
        long seed = Long.getLong("foster.fuzz.seed", new Random().nextLong());
        var random = new Random(seed);
        var lines = new HclogLines();
        for (int i = 0; i < LINES; i++) {
            String line = line(random);
            String which = "-Dfoster.fuzz.seed=" + seed + ", line " + i + ": " + line;
            LogEntry entry;
            try {
                entry = lines.line(line);
            } catch (RuntimeException failure) {
                throw new AssertionError(which, failure);
            }
            int size = entry.message().length();
            for (var field : entry.fields().entrySet()) {
                size += field.getKey().length() + field.getValue().length();
            }
            assertThat(size).as(which).isLessThanOrEqualTo(line.length());
        }
    }

    /** Half of the lines are good ones with a few characters changed. */
    private static String line(Random random) {
        var text = new StringBuilder();
        if (random.nextBoolean()) {
            text.append(
                    LogWriter.line(
                            List.of(Level.values()).get(random.nextInt(5)),
                            "module",
                            "a message",
                            Map.of("number", random.nextInt(), "text", "x\"y\n"),
                            TIME));
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                text.setCharAt(random.nextInt(text.length()), piece(random));
            }
        } else {
            int length = random.nextInt(random.nextInt(200) == 0 ? 70_000 : 60);
            for (int i = 0; i < length; i++) {
                text.append(piece(random));
            }
        }
        return text.toString();
    }

    private static char piece(Random random) {
        return PIECES.charAt(random.nextInt(PIECES.length()));
    }
}
