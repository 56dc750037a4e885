package dev.foster.bench.tui;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What tells that a key was answered, while all else moves. */
class ScreenPageTest {
    private static final String PLAIN = "\u001b[39m";
    private static final String SELECTED = "\u001b[0;7m";

    @Test
    void theSelectedRowIsTheOneInReverse() {
        String tab = "\u001b[1;7m Overview \u001b[0m\n";
        String one = PLAIN + "  ● \u001b[1mcrier-01\u001b[0m running T000000001 line 1\n";
        String two = SELECTED + "\u001b[36m  ● \u001b[1mcrier-02\u001b[0;7m running\n";

        assertThat(ScreenPage.row(tab + one + two)).isEqualTo("crier-02");
        assertThat(ScreenPage.row(tab + one)).isEmpty();
    }

    @Test
    void theSelectedPanelIsTheOneWithTheHeavyBorder() {
        String screen =
                "╭ 1 ● crier-01 ─╮" + SELECTED + "┏ 2 " + PLAIN + "● crier-02 ━┓╭ ● crier-03 ─╮";

        assertThat(ScreenPage.panel(screen)).isEqualTo("crier-02");
    }

    @Test
    void theTimesOfManyLinesAreSeen() {
        assertThat(ScreenPage.times("12:00:00 a line\n".repeat(40))).isEqualTo("with times");
        assertThat(ScreenPage.times("up since 12:00:00\n" + "a line\n".repeat(40)))
                .isEqualTo("without");
    }

    @Test
    void framesAreCountedByTheirBrackets() {
        assertThat(Frames.in("\u001b[?2026hone\u001b[?2026l\u001b[?2026htwo\u001b[?2026l"))
                .isEqualTo(2);
        assertThat(Frames.in("")).isZero();
    }
}
