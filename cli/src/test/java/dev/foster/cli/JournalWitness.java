package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.EventView;
import dev.foster.control.Following;
import dev.foster.json.JsonProblem;
import dev.foster.json.JsonText;
import dev.foster.testkit.Eventually;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Follows the events of one daemon after the other, each from where the last one broke off, and
 * compares what it saw with what stands in the journal's files.
 */
final class JournalWitness implements AutoCloseable {
    private final TestProject project;
    private final List<EventView> seen = new CopyOnWriteArrayList<>();
    private Optional<Following<EventView>> following = Optional.empty();
    private Optional<Thread> reader = Optional.empty();

    JournalWitness(TestProject project) {
        this.project = project;
    }

    /** Goes on with the daemon that runs now, behind the last event it saw. */
    void follow() {
        long last = seen.isEmpty() ? 0 : seen.getLast().id();
        Following<EventView> news = project.client().followEvents(last, Optional.empty());
        following = Optional.of(news);
        reader = Optional.of(Thread.ofVirtual().start(() -> read(news)));
    }

    private void read(Following<EventView> news) {
        for (Optional<EventView> event = news.next(); event.isPresent(); event = news.next()) {
            seen.add(event.get());
        }
    }

    /**
     * Waits until the daemon is gone, and checks that it left out nothing and said nothing twice.
     */
    void awaitEnd() throws InterruptedException {
        assertThat(reader.orElseThrow().join(TestProject.LIMIT)).as("its stream ends").isTrue();
        close();
        assertContiguous("seen", seen);
    }

    /** Waits until it has seen all that there is by now. */
    void catchUp() {
        long last = project.client().project().lastEvent();
        Eventually.until(
                TestProject.LIMIT,
                "event " + last + " is seen",
                () -> !seen.isEmpty() && seen.getLast().id() >= last);
    }

    private static void assertContiguous(String what, List<EventView> events) {
        for (int i = 1; i < events.size(); i++) {
            assertThat(events.get(i).id())
                    .as("%s: behind %s", what, events.get(i - 1))
                    .isEqualTo(events.get(i - 1).id() + 1);
        }
    }

    /**
     * Every event that was seen stands in the files as it was seen, once, and without a gap.
     *
     * @param kills how many daemons could tear a line
     */
    void compareWithFile(int kills) throws IOException {
        var written = new ArrayList<EventView>();
        var torn = new ArrayList<String>();
        Path file = project.state().resolve("journal.jsonl");
        for (Path each : List.of(file.resolveSibling("journal.jsonl.1"), file)) {
            if (Files.exists(each)) {
                read(each, written, torn);
            }
        }
        assertThat(torn).as("at most one torn line for each kill").hasSizeLessThanOrEqualTo(kills);
        assertContiguous("written", written);
        assertThat(seen.getFirst().id()).isEqualTo(1);
        long first = written.getFirst().id();
        // The last words of a daemon that ends may come too late for those who follow it.
        written.removeIf(event -> event.id() > seen.getLast().id());
        assertThat(written).isEqualTo(seen.stream().filter(event -> event.id() >= first).toList());
    }

    private static void read(Path file, List<EventView> written, List<String> torn)
            throws IOException {
        // Bytes that are no text are part of a torn line, not a reason to give up.
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        for (String line : text.lines().toList()) {
            try {
                written.add(EventView.fromJson(JsonText.parse(line)));
            } catch (JsonProblem half) {
                torn.add(line);
            }
        }
    }

    @Override
    public void close() {
        following.ifPresent(Following::close);
    }
}
