package dev.foster.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.EventView;
import dev.foster.daemon.follow.FollowHandle;
import dev.foster.daemon.follow.Follower;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/** What becomes of events while the disk is full, the file gone, or the power lost. */
@Timeout(60)
class JournalDiskTest {
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

    private static long add(Journal journal, int count) {
        long id = 0;
        for (int i = 0; i < count; i++) {
            id = addOne(journal, "text " + i);
        }
        long last = id;
        Eventually.until(SOON, "they are shown", () -> journal.lastId() >= last);
        return last;
    }

    private static long addOne(Journal journal, String text) {
        return journal.add(JournalEntry.of(DaemonEvent.NOTICE, text));
    }

    private static List<Long> ids(Journal journal) {
        return journal.read(OptionalLong.of(0), Integer.MAX_VALUE, Optional.empty()).stream()
                .map(EventView::id)
                .toList();
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    /** A journal that reads what is in the files now. */
    private List<Long> written() {
        try (var file = new JournalFile(file(), JournalFile.FULL)) {
            return file.read(Integer.MAX_VALUE).stream().map(EventView::id).toList();
        }
    }

    private void fillTheDisk() throws IOException {
        Files.deleteIfExists(file());
        Files.createSymbolicLink(file(), Path.of("/dev/full"));
    }

    /** What happens while the thread that writes is busy, as with a disk that takes its time. */
    private static void addInOneTurn(Journal journal, int count) {
        var rest = new AtomicInteger(count);
        FollowHandle burst =
                journal.follow(
                        journal.lastId(),
                        Optional.empty(),
                        new Follower<>() {
                            @Override
                            public void next(EventView event) {
                                while (rest.getAndDecrement() > 0) {
                                    addOne(journal, "burst");
                                }
                            }

                            @Override
                            public void end() {}
                        });
        add(journal, 1);
        burst.close();
    }

    @Test
    void aBurstIsWrittenWhole() {
        try (var journal = new Journal(file())) {
            addInOneTurn(journal, 6000);
            Eventually.until(SOON, "all are shown", () -> journal.lastId() == 6001);
            assertThat(written()).isEqualTo(upTo(6001));
        }
    }

    @Test
    void whatWaitsForADiskThatHangsIsBoundedAndTheRestIsCounted() {
        try (var journal = new Journal(file())) {
            addInOneTurn(journal, Journal.MOST_UNWRITTEN + 10);
            Eventually.until(
                    SOON,
                    "what is missing is told",
                    () ->
                            journal.read(OptionalLong.empty(), 1, Optional.empty()).stream()
                                    .anyMatch(event -> event.text().startsWith("10 events are")));
            assertThat(written()).hasSize(Journal.MOST_UNWRITTEN + 2);
        }
    }

    @Test
    void noIdIsGivenTwiceThoughItsEventCouldNotBeWritten() throws IOException {
        try (var journal = new Journal(file())) {
            add(journal, 3);
            Files.copy(file(), folder.resolve("before"));
            fillTheDisk();
            assertThat(add(journal, 4)).isEqualTo(7);
            assertThat(journal.problem()).isPresent();
        }
        Files.move(folder.resolve("before"), file(), StandardCopyOption.REPLACE_EXISTING);
        try (var journal = new Journal(file())) {
            assertThat(ids(journal)).isEqualTo(upTo(3));
            assertThat(journal.lastId())
                    .as("what a client may have seen")
                    .isGreaterThanOrEqualTo(7);
            assertThat(add(journal, 1)).isGreaterThan(7);
        }
    }

    @Test
    void noIdIsGivenTwiceAfterAPowerFailureOrADeletedJournal() throws IOException {
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (var journal = new Journal(file())) {
            add(journal, 3);
            Files.copy(folder.resolve("event-ids"), copy.resolve("event-ids"));
        }
        String line = Files.readString(copy.resolve("event-ids"));
        for (String boot :
                List.of(line.substring(17, 53), "another-boot-of-this-machine-0123456")) {
            Files.writeString(copy.resolve("event-ids"), line.substring(0, 17) + boot + "\n");
            Files.deleteIfExists(copy.resolve("journal.jsonl"));
            if (!line.contains(boot)) {
                Files.copy(file(), copy.resolve("journal.jsonl"));
            }
            try (var journal = new Journal(copy.resolve("journal.jsonl"))) {
                assertThat(add(journal, 1)).as("after %s", boot).isGreaterThan(3);
            }
        }
    }

    @Test
    void aKillLeavesNoGapInTheNumbers() throws IOException {
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (var journal = new Journal(file())) {
            add(journal, 3);
            for (String name : List.of("event-ids", "journal.jsonl")) {
                Files.copy(folder.resolve(name), copy.resolve(name));
            }
        }
        try (var journal = new Journal(copy.resolve("journal.jsonl"))) {
            assertThat(add(journal, 1)).isEqualTo(4);
        }
    }

    @Test
    void whatAFullDiskRefusedIsWrittenOnceThereIsRoom() throws IOException {
        try (var journal = new Journal(file())) {
            fillTheDisk();
            add(journal, 30);
            assertThat(journal.problem().orElseThrow())
                    .matches("cannot write .*: No space left on device; .*\\(30 events wait .*\\)");
            Files.delete(file());
            journal.renew();
            Eventually.until(SOON, "it is over", () -> journal.problem().isEmpty());
            assertThat(written()).isEqualTo(upTo(30));
            add(journal, 1);
        }
        assertThat(written()).isEqualTo(upTo(31));
    }

    @Test
    void whatNeitherFileNorMemoryCouldKeepIsCountedAndTold() throws IOException {
        try (var journal = new Journal(file())) {
            fillTheDisk();
            add(journal, 5123);
            assertThat(journal.problem().orElseThrow()).contains("123 more are lost");
            Files.delete(file());
            journal.renew();
            Eventually.until(SOON, "it is told", () -> journal.lastId() == 5124);
            assertThat(journal.read(OptionalLong.of(5123), 1, Optional.empty()))
                    .extracting(EventView::text)
                    .first()
                    .asString()
                    .startsWith("123 events are missing");
        }
    }

    @Test
    void aFileThatWasDeletedIsMadeAnewWithAllThatIsKnown() throws IOException {
        try (var journal = new Journal(file())) {
            add(journal, 5);
            Files.delete(file());
            journal.renew();
            Eventually.until(SOON, "it is there", () -> written().equals(upTo(5)));
            Files.move(file(), folder.resolve("elsewhere"));
            add(journal, 1);
            assertThat(written()).isEqualTo(upTo(6));
        }
    }

    @Test
    void whoHasSeenMoreThanThereIsGetsAllThereIs() {
        try (var journal = new Journal(file())) {
            add(journal, 3);
            assertThat(journal.read(OptionalLong.of(746), 9, Optional.empty())).hasSize(3);
            assertThat(journal.read(OptionalLong.of(3), 9, Optional.empty())).isEmpty();
        }
    }
}
