package dev.foster.daemon.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ProcessNews;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.daemon.api.Follower;
import dev.foster.daemon.api.Subscription;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Who is told what, second by second. */
class ProcessFeedTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    private final Map<String, ProcessView> now =
            new ConcurrentSkipListMap<>(Map.of("db", view("db"), "web", view("web")));
    private final ProcessFeed feed = new ProcessFeed(this::all, this::different);

    private static ProcessView view(String name) {
        return ProcessView.of(name, ProcessState.RUNNING, List.of(name));
    }

    private List<ProcessView> all() {
        return List.copyOf(now.values());
    }

    private List<ProcessView> different(Map<String, ProcessView> told) {
        return all().stream().filter(view -> !view.equals(told.get(view.name()))).toList();
    }

    private static final class Heard implements Follower<ProcessNews> {
        final List<ProcessNews> news = new CopyOnWriteArrayList<>();

        @Override
        public void next(ProcessNews item) {
            news.add(item);
        }

        @Override
        public void end() {}

        List<ProcessNews.Beat> beats() {
            var beats = new ArrayList<ProcessNews.Beat>();
            for (ProcessNews one : news) {
                if (one instanceof ProcessNews.Beat beat) {
                    beats.add(beat);
                }
            }
            return beats;
        }

        void awaitBeats(int count) {
            Eventually.until(SOON, count + " beats", () -> beats().size() >= count);
        }
    }

    @Test
    void aBeatTellsOnlyWhatDiffers() {
        var heard = new Heard();
        try (Subscription _ = feed.followUsage(heard)) {
            assertThat(heard.news).containsExactly(new ProcessNews.Snapshot(all()));
            heard.awaitBeats(1);
            assertThat(heard.beats()).containsExactly(new ProcessNews.Beat(List.of()));

            ProcessView later = view("web").uptimeMs(5);
            now.put("web", later);
            heard.awaitBeats(3);
            assertThat(heard.beats()).containsOnlyOnce(new ProcessNews.Beat(List.of(later)));
        }
    }

    @Test
    void whatWasToldAsAChangeIsNotToldAgain() {
        var heard = new Heard();
        try (Subscription _ = feed.followUsage(heard)) {
            ProcessView later = view("web").uptimeMs(5);
            feed.changed(
                    () -> {
                        now.put("web", later);
                        return later;
                    });
            heard.awaitBeats(2);
            assertThat(heard.news).containsOnlyOnce(new ProcessNews.Changed(later));
            assertThat(heard.beats()).allMatch(beat -> beat.different().isEmpty());
        }
    }

    @Test
    void whenAnotherJoinsBothEndWithTheTruth() {
        var first = new Heard();
        var second = new Heard();
        try (Subscription _ = feed.followUsage(first)) {
            first.awaitBeats(1);
            ProcessView later = view("web").uptimeMs(5);
            now.put("web", later);
            try (Subscription _ = feed.followUsage(second)) {
                second.awaitBeats(1);
                assertThat(first.beats().getLast().different()).contains(later);
                assertThat(second.beats().getFirst().different()).containsAll(all());
            }
        }
    }

    @Test
    void whoDoesNotWantItHearsNoBeat() {
        var plain = new Heard();
        var curious = new Heard();
        try (Subscription _ = feed.follow(plain);
                Subscription _ = feed.followUsage(curious)) {
            curious.awaitBeats(2);
            assertThat(plain.beats()).isEmpty();
        }
    }
}
