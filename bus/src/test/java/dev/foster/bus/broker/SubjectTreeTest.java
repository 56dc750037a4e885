package dev.foster.bus.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What patterns match, and how they relate. */
class SubjectTreeTest {
    @Test
    void aPatternCoversWhatItsWildcardsSay() {
        assertThat(Subjects.covers("a.*", "a.b")).isTrue();
        assertThat(Subjects.covers("a.*", "a.b.c")).isFalse();
        assertThat(Subjects.covers("a.>", "a.b.c")).isTrue();
        assertThat(Subjects.covers("a.>", "a")).isFalse();
        assertThat(Subjects.covers("a.>", "a.*")).isTrue();
    }

    @Test
    void aTailIsNotCoveredByAStar() {
        assertThat(Subjects.covers("a.*", "a.>")).isFalse();
        assertThat(Subjects.covers("*", ">")).isFalse();
        assertThat(Subjects.covers(">", ">")).isTrue();
    }

    @Test
    void patternsOverlapWhereOneSubjectMatchesBoth() {
        assertThat(Subjects.overlap("a.*", "*.b")).isTrue();
        assertThat(Subjects.overlap("a.>", "*.b.c")).isTrue();
        assertThat(Subjects.overlap("a.b", "a.c")).isFalse();
        assertThat(Subjects.overlap("a.*", "a.b.c")).isFalse();
    }

    @Test
    void randomPatternsThatCoverAlsoOverlap() {
        Random random = new Random(3);
        int covering = 0;
        for (int round = 0; round < 20_000; round++) {
            String one = pattern(random);
            String two = pattern(random);
            if (Subjects.covers(one, two)) {
                covering++;
                assertThat(Subjects.overlap(one, two)).as("%s %s", one, two).isTrue();
            }
        }
        assertThat(covering).isGreaterThan(500);
    }

    /** One after the other through a list of them would take hours. */
    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void oneOfVeryManyOfTheSameSubjectGoesAsQuicklyAsOneOfFew() {
        SubjectTree tree = new SubjectTree();
        List<ClientSubscription> all =
                new ArrayList<>(subscriptions(1_000_000, _ -> "same.subject"));
        all.forEach(tree::add);
        Collections.shuffle(all, new Random(5));
        all.forEach(tree::remove);
        assertThat(tree.count()).isZero();
        assertThat(tree.match("same.subject").plain()).isEmpty();
    }

    @Test
    void whoeverLeavesChangesTheTreeAFewTimesHoweverMuchHeWanted() {
        SubjectTree tree = new SubjectTree();
        ClientSubscription other = subscriptions(1, _ -> "s.>").getFirst();
        tree.add(other);
        List<ClientSubscription> mine = subscriptions(100_000, number -> "s." + number % 1000);
        mine.forEach(tree::add);
        long before = tree.generation();
        tree.removeAll(mine);
        assertThat(tree.generation() - before).isBetween(1L, 1_000L);
        assertThat(tree.match("s.7").plain()).containsExactly(other);
        assertThat(tree.count()).isEqualTo(1);
    }

    /** Beside a tree that is nothing but a list of patterns. */
    @Test
    void whatComesAndGoesAtRandomIsFoundWhileItIsThere() {
        Random random = new Random(11);
        SubjectTree tree = new SubjectTree();
        List<ClientSubscription> there = new ArrayList<>();
        for (int round = 0; round < 5_000; round++) {
            if (there.isEmpty() || random.nextInt(2 + there.size() / 50) == 0) {
                ClientSubscription added = subscriptions(1, _ -> pattern(random)).getFirst();
                there.add(added);
                tree.add(added);
            } else {
                tree.remove(there.remove(random.nextInt(there.size())));
            }
            String subject = pattern(random).replace('*', 'a').replace(">", "b");
            assertThat(tree.match(subject).plain())
                    .containsExactlyInAnyOrderElementsOf(
                            there.stream()
                                    .filter(each -> Subjects.covers(each.subject, subject))
                                    .toList());
        }
        tree.removeAll(there);
        assertThat(tree.count()).isZero();
        assertThat(tree.heard("a")).isFalse();
    }

    @SuppressWarnings("NullAway") // to the tree it does not matter whose they are
    private static List<ClientSubscription> subscriptions(int count, IntFunction<String> subject) {
        return IntStream.range(0, count)
                .mapToObj(
                        number ->
                                new ClientSubscription(
                                        null, subject.apply(number), null, "" + number, "", null))
                .toList();
    }

    private static String pattern(Random random) {
        String[] words = {"a", "b", "*"};
        String start =
                IntStream.range(0, 1 + random.nextInt(3))
                        .mapToObj(_ -> words[random.nextInt(words.length)])
                        .collect(Collectors.joining("."));
        return random.nextInt(4) == 0 ? start + ".>" : start;
    }
}
