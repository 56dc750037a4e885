package dev.foster.stdio.child;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

class MessageLinesTest {
    private static final int LIMIT = 20_000;

    /** Writes the lines down as they come. */
    private static final class Written implements MessageLines.Taker {
        final List<String> lines = new ArrayList<>();

        @Override
        public void line(byte[] bytes, int from, int to) {
            lines.add(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
        }

        @Override
        public void tooLong(byte[] head, byte[] tail, long length) {
            lines.add("too long " + length + " " + ends(head, tail));
        }

        static String ends(byte[] head, byte[] tail) {
            return Arrays.hashCode(head) + " " + Arrays.hashCode(tail);
        }
    }

    @Test
    void aLineAsLongAsTheLimitIsTakenAndALongerOneIsNot() {
        var written = new Written();
        var lines = new MessageLines(5, written);
        lines.take("12345\n123456\n1".getBytes(StandardCharsets.UTF_8));
        lines.take("2345\n123".getBytes(StandardCharsets.UTF_8));
        lines.take("456\nok".getBytes(StandardCharsets.UTF_8));
        lines.end();
        assertThat(written.lines).hasSize(5);
        assertThat(written.lines.get(0)).isEqualTo("12345");
        assertThat(written.lines.get(1)).startsWith("too long 6 ");
        assertThat(written.lines.get(2)).isEqualTo("12345");
        assertThat(written.lines.get(3)).isEqualTo(written.lines.get(1));
        assertThat(written.lines.get(4)).isEqualTo("ok");
    }

    @Test
    void whatStoodBeforeAGapIsNotJoinedToWhatComesAfter() {
        var written = new Written();
        var lines = new MessageLines(LIMIT, written);
        lines.take("one\ntw".getBytes(StandardCharsets.UTF_8));
        lines.gap();
        lines.take("ree\nfour\n".getBytes(StandardCharsets.UTF_8));
        assertThat(written.lines).containsExactly("one", "ree", "four");
    }

    /** Another seed is another text, cut otherwise; a failure names its seed. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233})
    void linesAreTheSameHoweverTheyAreCut(long seed) {
        var random = new SplittableRandom(seed);
        var text = new ByteArrayOutputStream();
        var expected = new ArrayList<String>();
        for (int i = 0; i < 200; i++) {
            byte[] line = randomLine(random);
            text.writeBytes(line);
            text.write('\n');
            expect(line, expected);
        }
        var written = new Written();
        var lines = new MessageLines(LIMIT, written);
        byte[] bytes = text.toByteArray();
        for (int at = 0; at < bytes.length; ) {
            int most = random.nextInt(4) == 0 ? 65536 : random.nextInt(3) == 0 ? 3 : 500;
            int end = Math.min(bytes.length, at + 1 + random.nextInt(most));
            lines.take(Arrays.copyOfRange(bytes, at, end));
            at = end;
        }
        lines.end();
        assertThat(written.lines).isEqualTo(expected);
    }

    private static byte[] randomLine(SplittableRandom random) {
        int length =
                switch (random.nextInt(6)) {
                    case 0 -> 0;
                    case 1 -> LIMIT - 2 + random.nextInt(5);
                    case 2 -> random.nextInt(3 * LIMIT);
                    default -> random.nextInt(300);
                };
        byte[] line = new byte[length];
        random.nextBytes(line);
        for (int i = 0; i < length; i++) {
            if (line[i] == '\n') {
                line[i] = 'n';
            }
        }
        return line;
    }

    private static void expect(byte[] line, List<String> expected) {
        if (line.length > LIMIT) {
            byte[] head = Arrays.copyOf(line, Outline.LOOK);
            byte[] tail = Arrays.copyOfRange(line, line.length - Outline.LOOK, line.length);
            expected.add("too long " + line.length + " " + Written.ends(head, tail));
            return;
        }
        String text = new String(line, StandardCharsets.ISO_8859_1);
        int from = 0;
        int to = text.length();
        while (from < to && " \t\r".indexOf(text.charAt(from)) >= 0) {
            from++;
        }
        while (from < to && " \t\r".indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        if (from < to) {
            expected.add(text.substring(from, to));
        }
    }
}
