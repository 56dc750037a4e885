package dev.foster.daemon.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A log on disk: rotated by size and count, whole again after a crash. */
class LogFilesTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir private Path folder;
    private final Leaks before = Leaks.snapshot();

    @AfterEach
    void nothingIsLeftOpen() {
        before.assertNothingLeft();
    }

    private static byte[] line(int number) {
        return Encoded.of(new StoredLine(number, 'O', String.format("%06d", number)));
    }

    private static void append(LogFiles files, int number) throws IOException {
        byte[] bytes = line(number);
        files.append(bytes, 0, bytes.length);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private static List<Long> times(LogFiles files) throws IOException {
        List<FileChannel> open = files.openForReading();
        try {
            return FileLinesTest.after(open, -1, Long.MAX_VALUE, 10_000).stream()
                    .map(StoredLine::nanos)
                    .toList();
        } finally {
            for (FileChannel channel : open) {
                channel.close();
            }
        }
    }

    @Test
    void fullFilesAreKeptUpToTheirCount() throws IOException {
        try (var files = new LogFiles(folder.resolve("made/web.log"), 100, 2)) {
            for (int i = 1; i <= 9; i++) {
                append(files, i);
            }
            assertThat(times(files))
                    .as("two lines a file, three files")
                    .containsExactly(5L, 6L, 7L, 8L, 9L);
            assertThat(files.rotatedAway()).isEqualTo(4);
            assertThat(files.rotatedAwayAfter(2)).isEqualTo(2L * line(1).length);
            assertThat(files.rotatedAwayAfter(4)).isZero();
        }
        try (Stream<Path> made = Files.list(folder.resolve("made"))) {
            assertThat(made.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("web.log", "web.log.1", "web.log.2");
        }
    }

    @Test
    void noFullFilesNeedBeKept() throws IOException {
        try (var files = new LogFiles(folder.resolve("web.log"), 100, 0)) {
            for (int i = 1; i <= 5; i++) {
                append(files, i);
            }
            assertThat(times(files)).containsExactly(5L);
            assertThat(names()).containsExactly("web.log");
            assertThat(files.rotatedAway()).isEqualTo(4);
        }
    }

    @Test
    void itGoesOnWhereTheLastOneEnded() throws IOException {
        Path path = folder.resolve("web.log");
        for (int i = 1; i <= 5; i++) {
            try (var files = new LogFiles(path, 100, 1)) {
                append(files, i);
                assertThat(times(files)).endsWith((long) i);
            }
        }
        assertThat(names()).containsExactly("web.log", "web.log.1");
    }

    @Test
    void halfALineOfADaemonThatWasKilledIsEnded() throws IOException {
        Path path = folder.resolve("web.log");
        Files.writeString(path, new String(line(1), StandardCharsets.UTF_8) + "2026-01-3");
        try (var files = new LogFiles(path, 1000, 1)) {
            append(files, 2);
            assertThat(times(files)).containsExactly(1L, 2L);
        }
        assertThat(Files.readAllLines(path)).hasSize(3);
    }

    @Test
    void aDeviceIsWrittenAndNeverRenamed() throws IOException {
        try (var files = new LogFiles(Path.of("/dev/null"), 100, 2)) {
            for (int i = 1; i <= 50; i++) {
                append(files, i);
            }
            assertThat(files.openForReading()).isEmpty();
        }
        assertThat(Path.of("/dev/null.1")).doesNotExist();
        assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    }

    @Test
    void aFullDiskIsTold() throws IOException {
        try (var files = new LogFiles(Path.of("/dev/full"), 100, 2)) {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> append(files, 1))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("No space");
            }
        }
    }

    @Test
    void aRotationThatFailsIsTriedAgain() throws IOException {
        Path obstacle = folder.resolve("web.log.1");
        Files.createDirectories(obstacle.resolve("inner"));
        try (var files = new LogFiles(folder.resolve("web.log"), 100, 1)) {
            append(files, 1);
            append(files, 2);
            assertThatThrownBy(() -> append(files, 3)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> append(files, 4)).isInstanceOf(IOException.class);
            Files.delete(obstacle.resolve("inner"));
            append(files, 5);
            assertThat(times(files)).containsExactly(1L, 2L, 5L);
        }
    }

    @Test
    void aFileSomebodyDeletedIsBegunAgainWithTheNextRotation() throws IOException {
        Path path = folder.resolve("web.log");
        try (var files = new LogFiles(path, 100, 1)) {
            append(files, 1);
            append(files, 2);
            Files.delete(path);
            append(files, 3);
            assertThat(times(files)).containsExactly(3L);
        }
    }

    private static int appendUntil(
            LogFiles files, int from, String what, BooleanSupplier condition) {
        var number = new AtomicInteger(from);
        Eventually.until(
                SOON,
                what,
                () -> {
                    try {
                        append(files, number.getAndIncrement());
                    } catch (IOException failure) {
                        throw new UncheckedIOException(failure);
                    }
                    return condition.getAsBoolean();
                });
        return number.get() - 1;
    }

    @Test
    void aFileSomebodyTookAwayIsBegunAnewAndTheGapIsKnown() throws IOException {
        Path path = folder.resolve("web.log");
        try (var files = new LogFiles(path, 1_000_000, 1)) {
            append(files, 1);
            Files.move(path, folder.resolve("elsewhere"));
            int last = appendUntil(files, 2, "there is a file again", () -> Files.exists(path));
            assertThat(times(files)).containsExactly((long) last);
            assertThat(files.rotatedAway()).isEqualTo(last - 1);
            Files.delete(path);
            Files.createFile(path);
            int next =
                    appendUntil(files, last + 1, "it was found", () -> path.toFile().length() > 0);
            assertThat(times(files)).containsExactly((long) next);
            assertThat(Files.readAllLines(folder.resolve("elsewhere"))).hasSize(last - 1);
        }
    }

    @Test
    void aFileThatLogrotateGaveOurNextNameIsStillRead() throws IOException {
        Path path = folder.resolve("web.log");
        try (var files = new LogFiles(path, 1_000_000, 2)) {
            append(files, 1);
            Files.move(path, folder.resolve("web.log.1"));
            int last = appendUntil(files, 2, "there is a file again", () -> Files.exists(path));
            assertThat(times(files)).startsWith(1L, 2L).endsWith((long) last).hasSize(last);
            assertThat(files.rotatedAway()).isZero();
        }
    }

    private static void truncate(FileChannel file) {
        try {
            file.truncate(0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void aFileThatWasEmptiedIsFullOnlyWhenItIsFullAgain() throws IOException {
        Path path = folder.resolve("web.log");
        try (var files = new LogFiles(path, 1_000_000, 1);
                FileChannel emptier = FileChannel.open(path, StandardOpenOption.WRITE)) {
            int last =
                    appendUntil(
                            files,
                            1,
                            "it was seen",
                            () -> {
                                boolean seen = files.rotatedAway() > 0;
                                if (!seen) {
                                    truncate(emptier);
                                }
                                return seen;
                            });
            assertThat(times(files)).containsExactly((long) last);
            assertThat(files.rotatedAway()).isLessThan(last);
            assertThat(names()).containsExactly("web.log");
        }
    }

    @Test
    void whoAsksForItFindsTheFileAnewAtOnce() throws IOException {
        Path path = folder.resolve("web.log");
        try (var files = new LogFiles(path, 1_000_000, 1)) {
            append(files, 1);
            Files.move(path, folder.resolve("elsewhere"));
            files.reopen();
            append(files, 2);
            assertThat(times(files)).containsExactly(2L);
        }
    }
}
