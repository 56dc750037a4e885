package dev.foster.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.EventTone;
import dev.foster.control.EventView;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** A journal that Foster 0.1 has written is read as if this one had. */
class FirstJournalTest {
    private static final int EVENTS = 47;

    @TempDir private Path folder;
    private Path file;

    @BeforeEach
    void copy() throws Exception {
        file = folder.resolve("journal.jsonl");
        try (InputStream old =
                Objects.requireNonNull(getClass().getResourceAsStream("journal-0.1.jsonl"))) {
            Files.copy(old, file);
        }
    }

    private static List<EventView> all(Journal journal) {
        return journal.read(OptionalLong.of(0), Integer.MAX_VALUE, Optional.empty());
    }

    private static EventView event(Journal journal, long id) {
        return all(journal).get((int) id - 1);
    }

    @Test
    void whoAskedIsNoPartOfTheSentence() {
        try (var journal = new Journal(file)) {
            assertThat(all(journal)).hasSize(EVENTS);
            EventView asked = event(journal, 28);
            assertThat(asked.text()).isEqualTo("restart asked");
            assertThat(asked.who()).contains("root (foster restart)");
            assertThat(asked.sentence()).isEqualTo("restart asked by root (foster restart)");
            assertThat(event(journal, 35).text()).isEqualTo("SIGHUP sent");
            assertThat(event(journal, 1).text())
                    .isEqualTo("foster 0.1.0-SNAPSHOT started for /srv/shop");
        }
    }

    @Test
    void howARunEndedIsKnownToPrograms() {
        try (var journal = new Journal(file)) {
            assertThat(event(journal, 14).details())
                    .containsEntry("how", "exit 3")
                    .containsEntry("exit_code", "3");
            assertThat(event(journal, 36).details()).containsEntry("how", "killed by SIGHUP");
        }
    }

    @Test
    void eachKindHasTheToneItHasToday() {
        try (var journal = new Journal(file)) {
            assertThat(event(journal, 27).tone()).isEqualTo(EventTone.BAD);
            assertThat(event(journal, 22).tone()).isEqualTo(EventTone.DOUBTFUL);
            assertThat(event(journal, 9).tone()).isEqualTo(EventTone.GOOD);
            assertThat(event(journal, 47).tone()).isEqualTo(EventTone.NEUTRAL);
        }
    }

    @Test
    void newEventsFollowOnTheOldAndSayTheirVersion() throws Exception {
        try (var journal = new Journal(file)) {
            long id =
                    journal.add(
                            JournalEntry.of(DaemonEvent.DOWN_ASKED, "down asked by nobody")
                                    .by("me"));
            assertThat(id).isEqualTo(EVENTS + 1);
            Eventually.until(Duration.ofSeconds(20), "it is written", () -> journal.lastId() >= id);
        }
        assertThat(Files.readAllLines(file).getLast()).startsWith("{\"v\":2,");
        try (var journal = new Journal(file)) {
            // A sentence of this version is its own affair, whatever it ends with.
            assertThat(event(journal, EVENTS + 1).text()).isEqualTo("down asked by nobody");
            assertThat(event(journal, EVENTS + 1).who()).contains("me");
        }
    }
}
