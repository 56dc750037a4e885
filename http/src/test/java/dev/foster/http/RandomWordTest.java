package dev.foster.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.Set;

class RandomWordTest {
    @Test
    void noWordLooksLikeAnOptionAndNoneComesTwice() {
        Set<String> words = new HashSet<>();
        for (int i = 0; i < 5000; i++) {
            assertThat(words.add(RandomWord.ofBytes(24))).isTrue();
        }
        assertThat(words).allMatch(word -> word.matches("[A-Za-z0-9_][A-Za-z0-9_-]{31}"));
    }
}
