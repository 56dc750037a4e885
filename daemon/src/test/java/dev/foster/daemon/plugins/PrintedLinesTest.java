package dev.foster.daemon.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class PrintedLinesTest {
    private final List<String> lines = new ArrayList<>();
    private final PrintedLines printed =
            new PrintedLines((line, cut) -> lines.add(new String(line, UTF_8) + (cut ? "…" : "")));

    private void add(String piece) {
        printed.add(piece.getBytes(UTF_8));
    }

    @Test
    void piecesBecomeLines() {
        add("on");
        add("e\ntwo\nthr");
        add("ee");
        assertThat(lines).containsExactly("one", "two");
        add("\n\n");
        assertThat(lines).containsExactly("one", "two", "three", "");
    }

    @Test
    void whatHasNoEndIsALineAtTheEnd() {
        add("half");
        printed.end();
        printed.end();
        assertThat(lines).containsExactly("half");
    }

    @Test
    void aLineThatIsTooLongIsCut() {
        String piece = "x".repeat(1000);
        for (int i = 0; i < 200; i++) {
            add(piece);
        }
        add("\n");
        assertThat(lines).hasSize(4);
        assertThat(lines.getFirst()).hasSize(PrintedLines.LONGEST + 1).endsWith("…");
        assertThat(lines.getLast()).doesNotContain("…");
        int total = lines.stream().mapToInt(line -> line.replace("…", "").length()).sum();
        assertThat(total).isEqualTo(200_000);
    }
}
