package dev.foster.daemon.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A line's form on disk: what is written is read again, and what others wrote is not ours. */
class LineCodeTest {
    private static final long LAST =
            LineCode.nanos(Instant.parse("2261-12-31T23:59:59.999999999Z"));
    private static final DateTimeFormatter REFERENCE =
            new DateTimeFormatterBuilder().appendInstant(9).toFormatter();

    private final Random random = new Random(7);
    private final LineCode code = new LineCode();

    private static long time(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        return LineCode.time(bytes, 0, bytes.length);
    }

    @Test
    void theHeadOfTheNextNanosecondIsTheSameAsOneMadeAnew() {
        long second = 1_769_860_800_000_000_000L;
        for (long nanos :
                new long[] {
                    second,
                    second + 8,
                    second + 9,
                    second + 99,
                    second + 123_456_789,
                    second + 129_999_999,
                    second + 999_999_998,
                    second + 999_999_999
                }) {
            var code = new LineCode();
            byte[] both = new byte[2 * LineCode.HEAD];
            byte[] alone = new byte[LineCode.HEAD];
            code.head(both, 0, nanos, 'O');
            int end = code.nextHead(both, 0, LineCode.HEAD, nanos + 1, 'e');
            code.head(alone, 0, nanos + 1, 'e');
            assertThat(end).isEqualTo(both.length);
            assertThat(Arrays.copyOfRange(both, LineCode.HEAD, both.length)).isEqualTo(alone);
        }
    }

    @Test
    void thousandsOfRandomInstantsAreWrittenAsJavaWritesThemAndReadAgain() {
        for (int i = 0; i < 20_000; i++) {
            long nanos = random.nextLong(LAST);
            byte[] bytes = new byte[LineCode.HEAD + 3];
            assertThat(code.head(bytes, 3, nanos, 'E')).isEqualTo(bytes.length);

            String head = new String(bytes, 3, LineCode.HEAD, StandardCharsets.US_ASCII);
            assertThat(head).isEqualTo(REFERENCE.format(LineCode.instant(nanos)) + " E ");
            assertThat(LineCode.time(bytes, 3, bytes.length)).isEqualTo(nanos);
        }
    }

    @Test
    void theEdgesOfTheCalendarAreRead() {
        for (String at :
                new String[] {
                    "1970-01-01T00:00:00.000000000Z",
                    "2000-02-29T23:59:59.999999999Z",
                    "2024-02-29T12:00:00.000000001Z",
                    "2024-03-01T00:00:00.000000000Z",
                    "2100-02-28T23:59:59.999999999Z",
                    "2100-03-01T00:00:00.000000000Z",
                    "2026-12-31T23:59:59.999999999Z",
                    "2027-01-01T00:00:00.000000000Z",
                    "2261-12-31T23:59:59.999999999Z"
                }) {
            assertThat(time(at + " O ")).as(at).isEqualTo(LineCode.nanos(Instant.parse(at)));
        }
    }

    @Test
    void anyTextSurvivesTheWayThroughBytes() {
        String letters = "OEFoef";
        for (int i = 0; i < 2000; i++) {
            long nanos = TimeUnit.DAYS.toNanos(20_000) + random.nextLong(1_000_000_000_000L);
            var text = new StringBuilder();
            for (int length = random.nextInt(40); length > 0; length--) {
                int point =
                        random.nextInt(3) == 0
                                ? 0x1F600 + random.nextInt(50)
                                : random.nextInt(0x800);
                text.appendCodePoint(point == '\n' ? '\t' : point);
            }
            var line = new StoredLine(nanos, letters.charAt(i % 6), text.toString());
            byte[] bytes = Encoded.of(line);
            assertThat(LineCode.decode(bytes, 0, bytes.length - 1)).isEqualTo(line);
        }
    }

    @Test
    void whatOthersWroteIsNotOurs() {
        for (String foreign :
                new String[] {
                    "",
                    "Listening on port 80",
                    "2026-01-31T12:00:00.123456789Z",
                    "2026-01-31T12:00:00.123456789Z O",
                    "2026-01-31 12:00:00.123456789Z O with a blank",
                    "2026-01-31T12:00:00.123456789+ O another zone",
                    "2026-01-31T12:00:00,123456789Z O a comma is no point",
                    "2026-01-31T12:00:00.123456789Z X another letter",
                    "2026-01-31T12:00:00.123456789Z [info] some logger's",
                    "1969-12-31T23:59:59.999999999Z O before our time",
                    "9999-12-31T23:59:59.999999999Z O beyond what nanoseconds can tell",
                    "2026-01-31T12:00:00.1234x6789Z O half a number"
                }) {
            assertThat(time(foreign)).as(foreign).isNegative();
        }
    }
}
