package dev.foster.daemon.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.daemon.config.LogSpec;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Memory and files together: the same lines as a plain list has, also when the disk is full. */
@Timeout(120)
class LogBookTest {
    private static final long END = Long.MAX_VALUE;
    private static final long NOW_MICROS = 1_800_000_000_000_000L;

    @TempDir private Path folder;
    private final Leaks before = Leaks.snapshot();

    @AfterEach
    void nothingIsLeftOpen() {
        before.assertNothingLeft();
    }

    private LogBook open(String name, LogSpec spec) {
        return new LogBook(folder.resolve(name), spec, new TimeLine(), 64 << 10);
    }

    private static List<String> texts(List<StoredLine> lines) {
        return lines.stream().map(StoredLine::text).toList();
    }

    private static List<String> all(LogBook book) {
        return texts(book.after(-1, END, new LineRoom(1_000_000, END)));
    }

    private static void say(LogBook book, String... texts) {
        book.append(Encoded.batch(NOW_MICROS, List.of(texts)));
    }

    @Test
    void randomLinesOverManyDaemonsAreReadAsTheyWereSaid() {
        var random = new Random(5);
        var model = new ArrayList<String>();
        LogSpec spec = LogSpec.defaults().rotate(50_000, 1000);
        for (int daemon = 0; daemon < 8; daemon++) {
            try (LogBook book = open("web.log", spec)) {
                for (int round = random.nextInt(60); round >= 0; round--) {
                    var texts = new ArrayList<String>();
                    for (int count = 1 + random.nextInt(30); count > 0; count--) {
                        int length = random.nextInt(random.nextInt(200) == 0 ? 80_000 : 200);
                        texts.add((model.size() + texts.size()) + "x".repeat(length));
                    }
                    book.append(Encoded.batch(NOW_MICROS, texts));
                    model.addAll(texts);
                }
                check(book, model, random);
            }
        }
    }

    private static void check(LogBook book, List<String> model, Random random) {
        List<StoredLine> all = book.after(-1, END, new LineRoom(1_000_000, END));
        assertThat(texts(all)).isEqualTo(model);
        for (int i = 0; i < 15; i++) {
            int from = random.nextInt(all.size());
            int limit = 1 + random.nextInt(all.size());
            assertThat(book.after(all.get(from).nanos(), END, new LineRoom(limit, END)))
                    .isEqualTo(all.subList(from + 1, Math.min(all.size(), from + 1 + limit)));
            long upTo = all.get(from).nanos();
            assertThat(book.last(limit, upTo))
                    .isEqualTo(all.subList(Math.max(0, from + 1 - limit), from + 1));
        }
    }

    @Test
    void memoryHasWhatSmallFilesHaveAlreadyRotatedAway() {
        try (LogBook book = open("web.log", LogSpec.defaults().rotate(200, 1))) {
            for (int i = 0; i < 500; i++) {
                say(book, "line " + i);
            }
            assertThat(all(book)).as("64 kB of memory, 400 bytes of files").hasSize(500);
        }
    }

    @Test
    void aReaderIsToldWhatWasRotatedAwayBeforeItWasRead() {
        try (LogBook book = open("web.log", LogSpec.defaults().rotate(20_000, 1))) {
            say(book, "first");
            StoredLine first = book.after(-1, END, new LineRoom(10, END)).getFirst();
            for (int i = 0; i < 4000; i++) {
                say(book, "line " + i);
            }
            List<StoredLine> rest = book.after(first.nanos(), END, new LineRoom(1_000_000, END));
            assertThat(rest.getFirst().text())
                    .matches("up to \\d+ bytes were rotated away before they were read");
            assertThat(rest.getFirst().letter()).isEqualTo('F');
            List<String> said = texts(rest.subList(1, rest.size()));
            assertThat(said).last().isEqualTo("line 3999");
            assertThat(said)
                    .as("nothing else is missing")
                    .hasSize(4000 - Integer.parseInt(said.getFirst().substring(5)));

            assertThat(book.after(rest.getFirst().nanos(), END, new LineRoom(5, END)))
                    .as("it is told once")
                    .isEqualTo(rest.subList(1, 6));
            assertThat(book.after(first.nanos(), END, new LineRoom(3, END)))
                    .isEqualTo(rest.subList(0, 3));
            assertThat(texts(book.after(-1, END, new LineRoom(3, END))))
                    .as("who asks for whatever there is gets just that")
                    .isEqualTo(said.subList(0, 3));
            assertThat(book.lostBytes()).isZero();
        }
    }

    @Test
    void aFullDiskLosesNothingThatFitsInMemoryAndSaysSo() {
        LogSpec spec = LogSpec.defaults();
        try (var book = new LogBook(Path.of("/dev/full"), spec, new TimeLine(), 64 << 10)) {
            assertThat(book.problem()).isEmpty();
            say(book, "one", "two");
            book.remark("three\nlines");
            assertThat(all(book)).containsExactly("one", "two", "three lines");
            assertThat(texts(book.last(2, END))).containsExactly("two", "three lines");
            assertThat(book.lostBytes())
                    .isEqualTo(3L * (LineCode.HEAD + 1) + "onetwothree lines".length());
            assertThat(book.problem().orElseThrow())
                    .isEqualTo("cannot write /dev/full: No space left on device; free some space");
        }
    }

    @Test
    void whatNeitherMemoryNorFileHasIsMissed() {
        try (var book =
                new LogBook(Path.of("/dev/full"), LogSpec.defaults(), new TimeLine(), 64 << 10)) {
            say(book, "first");
            long first = book.after(-1, END, new LineRoom(1, END)).getFirst().nanos();
            for (int i = 0; i < 3000; i++) {
                say(book, "line " + i);
            }
            List<StoredLine> rest = book.after(first, END, new LineRoom(1_000_000, END));
            assertThat(rest.getFirst().text()).startsWith("lines are missing here");
            assertThat(rest.get(1).text()).matches("line \\d+");
            assertThat(rest.getLast().text()).isEqualTo("line 2999");
            assertThat(book.after(rest.getFirst().nanos(), END, new LineRoom(1_000_000, END)))
                    .isEqualTo(rest.subList(1, rest.size()));
        }
    }

    @Test
    void theGapIsMarkedAsSoonAsTheFileCanBeWritten() throws IOException {
        Path path = folder.resolve("web.log");
        Files.createDirectory(path);
        try (LogBook book = open("web.log", LogSpec.defaults())) {
            assertThat(book.problem().orElseThrow())
                    .matches("cannot write .*web.log: Is a directory; make it .*");
            say(book, "lost one", "lost two");
            long lost = book.lostBytes();
            assertThat(lost).isPositive();
            Files.delete(path);

            Eventually.until(
                    Duration.ofSeconds(20),
                    "the file is opened again",
                    () -> {
                        say(book, "knock");
                        return book.problem().isEmpty();
                    });
            say(book, "written");
            assertThat(all(book)).startsWith("lost one", "lost two", "knock").endsWith("written");
        }
        List<String> lines = Files.readAllLines(path);
        assertThat(lines.getFirst())
                .matches(".* F \\d+ lines \\(\\d+ bytes\\) are missing here: .* not be written");
        assertThat(lines.get(1)).endsWith(" O knock");
        assertThat(lines).last().asString().endsWith(" O written");
        try (LogBook next = open("web.log", LogSpec.defaults())) {
            assertThat(all(next)).hasSameSizeAs(lines).contains("written");
        }
    }

    @Test
    void whatMemoryLostBeforeTheFileCameBackIsMissedToo() throws IOException {
        Path path = folder.resolve("web.log");
        Files.createDirectory(path);
        try (LogBook book = open("web.log", LogSpec.defaults())) {
            say(book, "first");
            long first = book.after(-1, END, new LineRoom(1, END)).getFirst().nanos();
            for (int i = 0; i < 3000; i++) {
                say(book, "line " + i);
            }
            Files.delete(path);
            Eventually.until(
                    Duration.ofSeconds(20),
                    "the file is opened again",
                    () -> {
                        say(book, "knock");
                        return book.problem().isEmpty();
                    });
            List<StoredLine> rest = book.after(first, END, new LineRoom(1_000_000, END));
            assertThat(rest.getFirst().text()).startsWith("lines are missing here");
            assertThat(texts(rest)).endsWith("knock").doesNotContain("line 0");

            for (int i = 0; i < 3000; i++) {
                say(book, "more " + i);
            }
            List<String> later = texts(book.after(first, END, new LineRoom(1_000_000, END)));
            assertThat(later.getFirst()).as("now the file has the mark").contains(" lines (");
            assertThat(later.stream().filter(text -> text.startsWith("more"))).hasSize(3000);
        }
    }

    @Test
    void theNumberOfLostBytesGrowsWithWhatCameTooFast() {
        try (LogBook book = open("web.log", LogSpec.defaults())) {
            say(book, "a");
            book.gap(1234);
            say(book, "b");
            assertThat(book.lostBytes()).isEqualTo(1234);
            assertThat(all(book))
                    .hasSize(3)
                    .element(1)
                    .asString()
                    .startsWith("1234 bytes of output");
            assertThat(book.problem()).isEmpty();
        }
    }
}
