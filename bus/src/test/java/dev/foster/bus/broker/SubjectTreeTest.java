package dev.foster.bus.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Random;
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

    private static String pattern(Random random) {
        String[] words = {"a", "b", "*"};
        String start =
                IntStream.range(0, 1 + random.nextInt(3))
                        .mapToObj(_ -> words[random.nextInt(words.length)])
                        .collect(Collectors.joining("."));
        return random.nextInt(4) == 0 ? start + ".>" : start;
    }
}
