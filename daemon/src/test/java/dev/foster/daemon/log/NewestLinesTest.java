package dev.foster.daemon.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What is kept of many lines. */
class NewestLinesTest {
    @Test
    void theNewestStay() {
        NewestLines lines = lines(2, 100, "one", "two", "three");

        assertThat(texts(lines)).containsExactly("two", "three");
        assertThat(lines.full()).isTrue();
    }

    @Test
    void theyHoldNoMoreThanSoManyCharacters() {
        NewestLines lines = lines(10, 8, "one", "two", "three");

        assertThat(texts(lines)).containsExactly("two", "three");
        assertThat(lines.full()).isTrue();
    }

    @Test
    void aLineThatIsLongerStaysAlone() {
        assertThat(texts(lines(10, 4, "one", "three"))).containsExactly("three");
    }

    @Test
    void whatIsOlderComesInFrontAsFarAsThereIsRoom() {
        NewestLines lines = lines(3, 100, "three");
        NewestLines rest = lines.rest();
        add(rest, "zero", "one", "two");
        lines.addOlder(rest);

        assertThat(texts(lines)).containsExactly("one", "two", "three");
        assertThat(lines.full()).isTrue();
    }

    @Test
    void thatCharactersRanOutInAnOlderFileIsTheEnd() {
        NewestLines lines = lines(10, 12, "three");
        NewestLines rest = lines.rest();
        add(rest, "zero", "four", "two");
        lines.addOlder(rest);

        assertThat(texts(lines)).containsExactly("four", "two", "three");
        assertThat(lines.full()).isTrue();
    }

    private static NewestLines lines(int most, long characters, String... texts) {
        var lines = new NewestLines(most, characters);
        add(lines, texts);
        return lines;
    }

    private static void add(NewestLines lines, String... texts) {
        for (String text : texts) {
            lines.add(new StoredLine(0, 'O', text));
        }
    }

    private static List<String> texts(NewestLines lines) {
        return lines.all().stream().map(StoredLine::text).toList();
    }
}
