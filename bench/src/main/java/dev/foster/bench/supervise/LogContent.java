package dev.foster.bench.supervise;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which of the ticker's numbered lines are in a log, whole, and how many of them have something
 * before them: the time.
 */
final class LogContent {
    private static final int DIGITS = 10;
    private static final int PAYLOAD = 99;
    private static final int LONGEST_LINE = 4096;

    private final BitSet numbers;
    private final byte[] line = new byte[LONGEST_LINE];
    private int length;
    private long stamped;

    private LogContent(int lines) {
        numbers = new BitSet(lines);
    }

    /** Reads all files below a folder. */
    static LogContent of(Path folder, int lines) throws IOException {
        var content = new LogContent(lines);
        List<Path> files;
        try (Stream<Path> found = Files.walk(folder)) {
            files = found.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            try (InputStream bytes = new BufferedInputStream(Files.newInputStream(file), 1 << 20)) {
                content.read(bytes);
            }
        }
        return content;
    }

    private void read(InputStream bytes) throws IOException {
        byte[] buffer = new byte[1 << 16];
        for (int count = bytes.read(buffer); count >= 0; count = bytes.read(buffer)) {
            for (int i = 0; i < count; i++) {
                if (buffer[i] == '\n') {
                    examine();
                    length = 0;
                } else if (length < LONGEST_LINE) {
                    line[length++] = buffer[i];
                }
            }
        }
        length = 0;
    }

    /**
     * A line of the ticker, wherever it stands in the line of the log: {@code L0000000042_abc…}.
     */
    private void examine() {
        for (int start = 0; start + PAYLOAD <= length; start++) {
            if (line[start] == 'L' && line[start + 1 + DIGITS] == '_') {
                int number = number(start + 1);
                if (number >= 0 && isWhole(start)) {
                    if (!numbers.get(number) && start > 0) {
                        stamped++;
                    }
                    numbers.set(number);
                    return;
                }
            }
        }
    }

    private int number(int from) {
        int number = 0;
        for (int i = from; i < from + DIGITS; i++) {
            if (line[i] < '0' || line[i] > '9') {
                return -1;
            }
            number = number * 10 + line[i] - '0';
        }
        return number;
    }

    private boolean isWhole(int start) {
        for (int i = DIGITS + 2; i < PAYLOAD; i++) {
            if (line[start + i] != 'a' + i % 26) {
                return false;
            }
        }
        return true;
    }

    long arrived() {
        return numbers.cardinality();
    }

    long stamped() {
        return stamped;
    }
}
