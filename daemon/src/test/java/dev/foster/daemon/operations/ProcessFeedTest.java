package dev.foster.daemon.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ProcessState;
import dev.foster.control.ProcessUpdate;
import dev.foster.control.ProcessView;
import dev.foster.daemon.follow.FollowHandle;
import dev.foster.daemon.follow.Follower;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Who is told what, beat by beat. */
class ProcessFeedTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    private final Map<String, ProcessView> now =
            new ConcurrentSkipListMap<>(Map.of("db", view("db"), "web", view("web")));
    private final Set<String> restless = ConcurrentHashMap.newKeySet();
    private final ProcessFeed feed =
            new ProcessFeed(
                    this::all,
                    name -> Optional.ofNullable(now.get(name)),
                    () -> restless,
                    Duration.ofMillis(50));

    private static ProcessView view(String name) {
        return ProcessView.of(name, ProcessState.RUNNING, List.of(name));
    }

    private List<ProcessView> all() {
        return List.copyOf(now.values());
    }

    /** A process that looks like no other so far. */
    private static ProcessView later(String name, ProcessState state) {
        return ProcessView.of(name, state, List.of("later"));
    }

    private static final class Heard implements Follower<ProcessUpdate> {
        final List<ProcessUpdate> news = new CopyOnWriteArrayList<>();

        @Override
        public void next(ProcessUpdate item) {
            news.add(item);
        }

        @Override
        public void end() {}

        List<ProcessUpdate.Beat> beats() {
            var beats = new ArrayList<ProcessUpdate.Beat>();
            for (ProcessUpdate one : news) {
                if (one instanceof ProcessUpdate.Beat beat) {
                    beats.add(beat);
                }
            }
            return beats;
        }

        /** Waits for so many more; the first may have been under way. */
        void awaitBeats(int count) {
            int goal = beats().size() + count;
            Eventually.until(SOON, count + " beats", () -> beats().size() >= goal);
        }
    }

    @Test
    void aBeatTellsOnlyWhatDiffers() {
        var heard = new Heard();
        try (FollowHandle _ = feed.followUsage(heard)) {
            assertThat(heard.news).first().isEqualTo(new ProcessUpdate.Snapshot(all()));
            heard.awaitBeats(1);
            assertThat(heard.beats()).allMatch(beat -> beat.processes().isEmpty());

            ProcessView later = later("web", ProcessState.RUNNING);
            now.put("web", later);
            now.put("db", view("db").uptimeMs(1000));
            feed.stirred("web");
            feed.stirred("db");
            feed.stirred("nobody");
            heard.awaitBeats(2);
            assertThat(heard.beats()).containsOnlyOnce(new ProcessUpdate.Beat(List.of(later)));
        }
    }

    @Test
    void whatWasToldAsAChangeIsNotToldAgain() {
        var heard = new Heard();
        try (FollowHandle _ = feed.followUsage(heard)) {
            ProcessView later = later("web", ProcessState.RUNNING);
            feed.changed(
                    () -> {
                        now.put("web", later);
                        return Optional.of(later);
                    });
            heard.awaitBeats(2);
            assertThat(heard.news).containsOnlyOnce(new ProcessUpdate.Changed(later));
            assertThat(heard.beats()).allMatch(beat -> beat.processes().isEmpty());
        }
    }

    @Test
    void whatNobodySaidIsFoundBeforeLong() {
        var heard = new Heard();
        try (FollowHandle _ = feed.followUsage(heard)) {
            ProcessView later = later("web", ProcessState.RUNNING);
            now.put("web", later);
            heard.awaitBeats(17);
            assertThat(heard.beats()).containsOnlyOnce(new ProcessUpdate.Beat(List.of(later)));
        }
    }

    @Test
    void whoIsRestlessOrCountsDownIsLookedAtEachTime() {
        var heard = new Heard();
        restless.add("db");
        try (FollowHandle _ = feed.followUsage(heard)) {
            heard.awaitBeats(1);
            ProcessView waiting = later("web", ProcessState.RESTARTING);
            // As one step: a beat in between that looks at all would tell it.
            feed.changed(
                    () -> {
                        now.put("web", waiting);
                        return Optional.of(waiting);
                    });
            ProcessView shorter =
                    ProcessView.of("web", ProcessState.RESTARTING, List.of("even later"));
            ProcessView db = later("db", ProcessState.RUNNING);
            now.put("web", shorter);
            now.put("db", db);
            heard.awaitBeats(2);
            assertThat(heard.beats())
                    .anyMatch(beat -> beat.processes().contains(db))
                    .anyMatch(beat -> beat.processes().contains(shorter))
                    .noneMatch(beat -> beat.processes().contains(waiting));
        }
    }

    @Test
    void whenAnotherJoinsBothEndWithTheTruth() {
        var first = new Heard();
        var second = new Heard();
        try (FollowHandle _ = feed.followUsage(first)) {
            first.awaitBeats(1);
            ProcessView later = later("web", ProcessState.RUNNING);
            now.put("web", later);
            try (FollowHandle _ = feed.followUsage(second)) {
                second.awaitBeats(2);
                assertThat(first.beats()).anyMatch(beat -> beat.processes().contains(later));
                assertThat(second.beats().getFirst().processes()).containsAll(all());
            }
        }
    }

    @Test
    void whoDoesNotWantItHearsNoBeat() {
        var plain = new Heard();
        var curious = new Heard();
        try (FollowHandle _ = feed.follow(plain);
                FollowHandle _ = feed.followUsage(curious)) {
            curious.awaitBeats(2);
            assertThat(plain.beats()).isEmpty();
        }
    }
}
