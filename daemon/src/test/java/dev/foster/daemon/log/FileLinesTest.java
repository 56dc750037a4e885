package dev.foster.daemon.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Lines found by their time in several files, against a plain list. */
class FileLinesTest {
    @TempDir private Path folder;

    private final Random random = new Random(11);
    private final List<StoredLine> model = new ArrayList<>();
    private long time = 1_000_000;

    static List<StoredLine> after(List<FileChannel> files, long time, long upTo, int limit)
            throws IOException {
        var room = new LineRoom(limit, Long.MAX_VALUE);
        FileLines.after(files, time, upTo, room);
        return room.lines();
    }

    private StoredLine next(int longest) {
        time += 1 + random.nextInt(5);
        return new StoredLine(time, 'O', "y".repeat(random.nextInt(longest)) + time);
    }

    private FileChannel file(int lines, int longest, boolean foreign) throws IOException {
        Path path = Files.createTempFile(folder, "log", "");
        try (var out = Files.newOutputStream(path)) {
            for (int i = 0; i < lines; i++) {
                StoredLine line = next(longest);
                model.add(line);
                out.write(Encoded.of(line));
                if (foreign && random.nextInt(4) == 0) {
                    out.write("somebody else's line\n\n".getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        return FileChannel.open(path);
    }

    private void check(List<FileChannel> files, int rounds) throws IOException {
        for (int i = 0; i < rounds; i++) {
            long after = 1_000_000 - 10 + random.nextLong(time - 1_000_000 + 20);
            long upTo = after + random.nextLong(time - 1_000_000 + 20);
            int limit = 1 + random.nextInt(random.nextBoolean() ? 5 : 5000);
            assertThat(after(files, after, upTo, limit))
                    .isEqualTo(
                            model.stream()
                                    .filter(one -> one.nanos() > after && one.nanos() <= upTo)
                                    .limit(limit)
                                    .toList());
            List<StoredLine> before = model.stream().filter(one -> one.nanos() <= upTo).toList();
            assertThat(FileLines.last(files, limit, upTo, Integer.MAX_VALUE, Long.MAX_VALUE))
                    .isEqualTo(before.subList(Math.max(0, before.size() - limit), before.size()));
        }
        assertThat(FileLines.lastTime(files)).isEqualTo(time);
    }

    private void close(List<FileChannel> files) throws IOException {
        for (FileChannel file : files) {
            file.close();
        }
    }

    @Test
    void shortLinesInSeveralFiles() throws IOException {
        var files = List.of(file(1500, 60, true), file(0, 1, false), file(2000, 200, true));
        check(files, 100);
        close(files);
    }

    @Test
    void linesLongerThanAnyBuffer() throws IOException {
        var files = List.of(file(20, 200_000, false), file(10, 300_000, true));
        check(files, 10);
        close(files);
    }

    @Test
    void noFilesHaveNoLines() throws IOException {
        assertThat(after(List.of(), 0, Long.MAX_VALUE, 10)).isEmpty();
        assertThat(FileLines.last(List.of(), 10, Long.MAX_VALUE, 100, Long.MAX_VALUE)).isEmpty();
        assertThat(FileLines.lastTime(List.of())).isZero();
    }

    @Test
    void halfALineAtTheEndIsNotALine() throws IOException {
        Path path = folder.resolve("torn");
        byte[] whole = Encoded.of(List.of(next(20), next(20)));
        Files.write(path, Arrays.copyOf(whole, whole.length - 3));
        try (FileChannel file = FileChannel.open(path)) {
            assertThat(after(List.of(file), 0, Long.MAX_VALUE, 10)).hasSize(1);
            assertThat(FileLines.last(List.of(file), 10, Long.MAX_VALUE, 100, Long.MAX_VALUE))
                    .hasSize(1);
        }
    }

    @Test
    void aFileWithoutLinesIsNotTakenIntoMemory() throws IOException {
        StoredLine before = next(10);
        StoredLine behind = next(10);
        Path path = Files.createTempFile(folder, "log", "");
        try (var out = Files.newOutputStream(path)) {
            out.write(Encoded.of(before));
            byte[] nothing = new byte[1 << 20];
            for (int i = 0; i < 64; i++) {
                out.write(nothing);
            }
            out.write('\n');
            out.write(Encoded.of(behind));
        }
        try (FileChannel file = FileChannel.open(path)) {
            assertThat(after(List.of(file), 0, Long.MAX_VALUE, 10)).containsExactly(before, behind);
            assertThat(FileLines.last(List.of(file), 1, Long.MAX_VALUE, 100, Long.MAX_VALUE))
                    .containsExactly(behind);
        }
    }
}
