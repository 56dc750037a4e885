package dev.foster.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.EventView;
import dev.foster.daemon.follow.Follower;
import dev.foster.supervise.report.EventKind;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;

/** The record that outlives its daemon, whatever happens to the daemon and to the disk. */
@Timeout(60)
class JournalTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir private Path folder;
    private final Leaks before = Leaks.snapshot();

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    private Path file() {
        return folder.resolve("journal.jsonl");
    }

    private static long add(Journal journal, String process, String text) {
        return add(journal, process, DaemonEvent.SIGNAL_SENT, text);
    }

    private static long add(Journal journal, String process, EventKind kind, String text) {
        long id =
                journal.add(
                        new JournalEntry(
                                Instant.now(),
                                kind,
                                text,
                                Optional.of(process),
                                Optional.of(3L),
                                kind.equals(DaemonEvent.SIGNAL_SENT)
                                        ? Optional.of("somebody")
                                        : Optional.empty(),
                                Map.of("pid", "17", "ü", "\n\"")));
        Eventually.until(SOON, "it is shown", () -> journal.lastId() >= id);
        return id;
    }

    private static List<EventView> all(Journal journal) {
        return journal.read(OptionalLong.of(0), Integer.MAX_VALUE, Optional.empty());
    }

    private static List<Long> ids(List<EventView> events) {
        return events.stream().map(EventView::id).toList();
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    @Test
    void whatWasWrittenIsThereAgainAndTheNumbersGoOn() {
        List<EventView> written;
        try (var journal = new Journal(file())) {
            assertThat(all(journal)).isEmpty();
            add(journal, "web", "one");
            add(journal, "web", "two\nlines");
            written = all(journal);
        }
        try (var journal = new Journal(file())) {
            assertThat(all(journal)).isEqualTo(written);
            assertThat(journal.lastId()).isEqualTo(2);
            assertThat(add(journal, "web", "three")).isEqualTo(3);
            assertThat(ids(all(journal))).isEqualTo(upTo(3));
        }
    }

    @Test
    void atWhateverByteItIsTornNothingBeforeIsLost() throws IOException {
        try (var journal = new Journal(file())) {
            add(journal, "web", "one");
            add(journal, "web", "twö");
        }
        byte[] whole = Files.readAllBytes(file());
        int secondLine = new String(whole, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;
        for (int length = secondLine; length < whole.length; length++) {
            Files.write(file(), Arrays.copyOf(whole, length));
            try (var journal = new Journal(file())) {
                boolean onlyTheNewlineIsMissing = length == whole.length - 1;
                long kept = onlyTheNewlineIsMissing ? 2 : 1;
                assertThat(ids(all(journal))).as("%d bytes", length).isEqualTo(upTo(kept));
                add(journal, "web", "next");
            }
            try (var journal = new Journal(file())) {
                assertThat(all(journal)).last().extracting(EventView::text).isEqualTo("next");
            }
        }
    }

    @Test
    void garbageIsPassedOver() throws IOException {
        try (var journal = new Journal(file())) {
            add(journal, "web", "one");
        }
        Files.writeString(
                file(),
                "\n{}\n[1,2]\nnull\n{\"id\":\"x\"}\n\0\0\0\n{\"id\":9\n",
                StandardOpenOption.APPEND);
        Files.write(file(), new byte[] {(byte) 0xff, (byte) 0xfe, '\n'}, StandardOpenOption.APPEND);
        try (var journal = new Journal(file())) {
            assertThat(add(journal, "web", "two")).isEqualTo(2);
        }
        try (var journal = new Journal(file())) {
            assertThat(ids(all(journal))).isEqualTo(upTo(2));
        }
    }

    @Test
    void itIsRotatedAtItsSizeAndReadAcross() throws IOException {
        Path older = folder.resolve("journal.jsonl.1");
        for (int daemon = 0; daemon < 3; daemon++) {
            try (var journal = new Journal(file(), 5000)) {
                for (int i = 0; i < 100; i++) {
                    add(journal, "web", "some text " + i);
                }
            }
            assertThat(Files.size(older)).isBetween(5000L, 5500L);
        }
        assertThat(Files.exists(file()) ? Files.size(file()) : 0).isLessThanOrEqualTo(5000);
        try (var journal = new Journal(file(), 5000)) {
            List<Long> kept = ids(all(journal));
            assertThat(kept).isNotEmpty().last().isEqualTo(300L);
            assertThat(kept)
                    .isEqualTo(LongStream.rangeClosed(kept.getFirst(), 300).boxed().toList());
            assertThat(add(journal, "web", "next")).isEqualTo(301);
        }
    }

    @Test
    void readsBehindAnIdOrTheNewestOfAProcess() {
        try (var journal = new Journal(file())) {
            for (int i = 1; i <= 20; i++) {
                add(journal, i % 2 == 0 ? "even" : "odd", "text");
            }
            assertThat(ids(journal.read(OptionalLong.of(5), 3, Optional.empty())))
                    .containsExactly(6L, 7L, 8L);
            assertThat(ids(journal.read(OptionalLong.empty(), 3, Optional.empty())))
                    .containsExactly(18L, 19L, 20L);
            assertThat(ids(journal.read(OptionalLong.empty(), 2, Optional.of("odd"))))
                    .containsExactly(17L, 19L);
            assertThat(ids(journal.read(OptionalLong.of(15), 9, Optional.of("odd"))))
                    .containsExactly(17L, 19L);
            assertThat(journal.read(OptionalLong.of(20), 9, Optional.empty())).isEmpty();
        }
    }

    @Test
    void memoryKeepsTheNewestFiveThousand() {
        try (var journal = new Journal(file())) {
            for (int i = 0; i < 5600; i++) {
                add(journal, "web", ProcessEventKind.EXITED, "text");
            }
            assertThat(all(journal))
                    .hasSize(5000)
                    .first()
                    .extracting(EventView::id)
                    .isEqualTo(601L);
        }
        try (var journal = new Journal(file())) {
            assertThat(all(journal))
                    .hasSize(5000)
                    .last()
                    .extracting(EventView::id)
                    .isEqualTo(5600L);
        }
    }

    /** What a follower got. */
    private static final class Heard implements Follower<EventView> {
        private final List<EventView> events = Collections.synchronizedList(new ArrayList<>());
        private volatile boolean ended;

        @Override
        public void next(EventView event) {
            events.add(event);
        }

        @Override
        public void end() {
            ended = true;
        }
    }

    @Test
    void followersGetThePastAndThenNewsExactlyOnceWhileManyAdd() {
        var heard = new ArrayList<Heard>();
        var leaver = new Heard();
        try (var journal = new Journal(file())) {
            add(journal, "p0", "past");
            var left = journal.follow(0, Optional.empty(), leaver);
            left.close();
            try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
                for (int thread = 0; thread < 3; thread++) {
                    String name = "p" + thread;
                    threads.execute(
                            () -> {
                                for (int i = 0; i < 600; i++) {
                                    add(journal, name, "text " + i);
                                }
                            });
                }
                for (int i = 0; i < 50; i++) {
                    var one = new Heard();
                    heard.add(one);
                    var _ = journal.follow(i % 2, Optional.empty(), one);
                }
            }
            var some = new Heard();
            var _ = journal.follow(0, Optional.of("p1"), some);
            assertThat(some.events).hasSize(600);
        }
        for (int i = 0; i < heard.size(); i++) {
            assertThat(ids(heard.get(i).events))
                    .isEqualTo(LongStream.rangeClosed(i % 2 + 1, 1801).boxed().toList());
            assertThat(heard.get(i).ended).isTrue();
        }
        assertThat(ids(leaver.events)).containsExactly(1L);
        assertThat(leaver.ended).isFalse();
    }

    @Test
    void nobodySeesWhatIsNotWritten() {
        var unwritten = Collections.synchronizedList(new ArrayList<Long>());
        Follower<EventView> suspicious =
                new Follower<>() {
                    @Override
                    public void next(EventView event) {
                        try {
                            if (!Files.readString(file()).contains("\"id\":" + event.id() + ",")) {
                                unwritten.add(event.id());
                            }
                        } catch (IOException gone) {
                            unwritten.add(event.id());
                        }
                    }

                    @Override
                    public void end() {}
                };
        var seen = new Heard();
        try (var journal = new Journal(file())) {
            var _ = journal.follow(0, Optional.empty(), suspicious);
            var _ = journal.follow(0, Optional.empty(), seen);
            for (int i = 0; i < 100; i++) {
                add(journal, "web", "text");
            }
        }
        assertThat(ids(seen.events)).isEqualTo(upTo(100));
        assertThat(unwritten).isEmpty();
    }

    @Test
    void aFullDiskIsTheJournalsProblemAndNobodyElses() throws IOException {
        Files.createSymbolicLink(file(), Path.of("/dev/full"));
        try (var journal = new Journal(file())) {
            for (int i = 0; i < 50; i++) {
                add(journal, "web", "text");
            }
            Eventually.until(SOON, "it is known", () -> journal.problem().isPresent());
            assertThat(journal.problem().orElseThrow())
                    .matches("cannot write .*journal.jsonl: No space left on device; free .*");
            assertThat(all(journal)).hasSize(50);

            Files.delete(file());
            add(journal, "web", "there is room again");
            Eventually.until(SOON, "it is over", () -> journal.problem().isEmpty());
        }
        try (var journal = new Journal(file())) {
            assertThat(all(journal)).last().extracting(EventView::id).isEqualTo(51L);
        }
    }

    @Test
    void aPlaceThatCannotBeOpenedIsAProblemToo() throws IOException {
        Files.createDirectory(file());
        try (var journal = new Journal(file())) {
            add(journal, "web", "text");
            Eventually.until(SOON, "it is known", () -> journal.problem().isPresent());
            assertThat(all(journal)).hasSize(1);
        }
    }
}
