package dev.foster.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.control.EventView;
import dev.foster.json.JsonText;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Journals torn at any byte, with foreign bytes anywhere and lines of their own doubled or in
 * another order: every line that is whole is read, once and in order, and what is written
 * afterwards is read too, under numbers nobody has seen. {@code -Dfoster.fuzz.seed=N} makes the
 * same choices again, {@code -Dfoster.fuzz.seconds=N} goes on for longer.
 */
class JournalFuzzTest {
    private static final List<String> FOREIGN =
            List.of(
                    "",
                    "\n",
                    "\r\n",
                    "{}",
                    "null",
                    "[[[[",
                    "{\"id\":7}",
                    "{\"id\":-1",
                    "\0\0\0",
                    "\u2028",
                    "\"",
                    "{\"id\":1e999}",
                    "9".repeat(400),
                    "[".repeat(100_000));

    @TempDir private Path folder;

    private Path file() {
        return folder.resolve("journal.jsonl");
    }

    @Test
    void whateverBecomesOfTheFileItsWholeLinesAreReadAndNewOnesAreAdded() throws IOException {
        long seed = Long.getLong("foster.fuzz.seed", System.nanoTime());
        long seconds = Long.getLong("foster.fuzz.seconds", 15);
        System.out.println("journals for " + seconds + " s, -Dfoster.fuzz.seed=" + seed);
        var random = new Random(seed);
        Leaks before = Leaks.snapshot();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (int round = 0; round < 50 || System.nanoTime() < end; round++) {
            try {
                oneLife(random);
            } catch (RuntimeException | AssertionError broken) {
                throw new AssertionError("seed " + seed + ", round " + round, broken);
            }
        }
        before.assertNothingLeft();
    }

    /** Several daemons, one after the other, and something happens to the file in between. */
    private void oneLife(Random random) throws IOException {
        for (String name : List.of("journal.jsonl", "journal.jsonl.1", "event-ids")) {
            Files.deleteIfExists(folder.resolve(name));
        }
        // So small that many lives need a second file.
        long full = random.nextBoolean() ? 3_000 : JournalFile.FULL;
        long highest = 0;
        int daemons = 1 + random.nextInt(4);
        for (int daemon = 0; daemon < daemons; daemon++) {
            Map<Long, EventView> whole = readPlainly();
            List<EventView> added = new ArrayList<>();
            try (var journal = new Journal(file(), full)) {
                assertThat(all(journal)).isEqualTo(List.copyOf(whole.values()));
                int count = random.nextInt(12);
                for (int i = 0; i < count; i++) {
                    long id = add(journal, random);
                    assertThat(id).as("never given before").isGreaterThan(highest);
                    highest = id;
                }
            }
            try (var journal = new Journal(file(), full)) {
                added.addAll(all(journal));
                assertThat(journal.lastId()).isGreaterThanOrEqualTo(highest);
            }
            assertThat(added).isEqualTo(List.copyOf(readPlainly().values()));
            harm(random);
            if (random.nextInt(8) == 0) {
                // With both files harmed nobody can know any more.
                Files.writeString(folder.resolve("event-ids"), "12 garbage");
                highest = 0;
            }
        }
    }

    private static List<EventView> all(Journal journal) {
        return journal.read(OptionalLong.of(0), Integer.MAX_VALUE, Optional.empty());
    }

    private static long add(Journal journal, Random random) {
        return journal.add(
                new JournalEntry(
                        Instant.ofEpochMilli(random.nextInt()),
                        ProcessEventKind.EXITED,
                        text(random),
                        random.nextBoolean() ? Optional.empty() : Optional.of("web"),
                        random.nextBoolean()
                                ? Optional.empty()
                                : Optional.of(random.nextLong(1L << 40)),
                        Optional.empty(),
                        random.nextBoolean() ? Map.of() : Map.of("ü\n", text(random))));
    }

    private static String text(Random random) {
        return FOREIGN.get(random.nextInt(FOREIGN.size() - 1)) + random.nextInt();
    }

    /** What a reading says that knows nothing of rotation, duplicates and order. */
    private Map<Long, EventView> readPlainly() throws IOException {
        var events = new TreeMap<Long, EventView>();
        for (String name : List.of("journal.jsonl.1", "journal.jsonl")) {
            Path each = folder.resolve(name);
            String text = Files.exists(each) ? new String(Files.readAllBytes(each), UTF_8) : "";
            for (String line : text.split("\r\n|\r|\n", -1)) {
                try {
                    EventView event = EventView.fromJson(JsonText.parse(line));
                    if (event.id() > 0 && event.id() < 1L << 53) {
                        events.putIfAbsent(event.id(), event);
                    }
                } catch (RuntimeException notOurs) {
                    assertThat(notOurs.getMessage()).isNotNull();
                }
            }
        }
        return events;
    }

    private void harm(Random random) throws IOException {
        if (!Files.exists(file())) {
            return;
        }
        byte[] bytes = Files.readAllBytes(file());
        var harmed = new ByteArrayOutputStream();
        int from = random.nextInt(bytes.length + 1);
        int to = from + random.nextInt(bytes.length - from + 1);
        switch (random.nextInt(6)) {
            // Torn at the end.
            case 0 -> harmed.write(bytes, 0, from);
            // A hole.
            case 1 -> {
                harmed.write(bytes, 0, from);
                harmed.write(bytes, to, bytes.length - to);
            }
            case 2 -> {
                harmed.write(bytes, 0, from);
                harmed.writeBytes(FOREIGN.get(random.nextInt(FOREIGN.size())).getBytes(UTF_8));
                harmed.write(bytes, from, bytes.length - from);
            }
            case 3 -> {
                var noise = new byte[random.nextInt(50)];
                random.nextBytes(noise);
                harmed.write(bytes, 0, from);
                harmed.writeBytes(noise);
                harmed.write(bytes, from, bytes.length - from);
            }
            // Written twice, as after a write that was thought to have failed.
            case 4 -> {
                harmed.writeBytes(bytes);
                harmed.write(bytes, from, to - from);
            }
            // All of it is somebody else's.
            default -> harmed.writeBytes(new byte[random.nextInt(200)]);
        }
        Files.write(file(), harmed.toByteArray());
    }
}
