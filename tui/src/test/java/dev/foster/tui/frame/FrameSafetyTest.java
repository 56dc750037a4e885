package dev.foster.tui.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FrameSafetyTest {

    @Test
    void noCellHoldsWhatControlsATerminal() {
        assertThat(shown("a\033[31mb\007\u009bc")).isEqualTo("a?[31mb??c\n");
    }

    @Test
    void noCellHoldsWhatTurnsTheRestAround() {
        assertThat(shown("gpj\u202etxt.exe\u2066!")).isEqualTo("gpjtxt.exe!\n");
    }

    @Test
    void whatBelongsTogetherStaysTogether() {
        assertThat(shown("e\u0301 👨‍👩‍👧")).isEqualTo("e\u0301 👨‍👩‍👧\n");
    }

    private static String shown(String text) {
        var frame = new Frame(new Size(20, 1));
        frame.whole().write(0, 0, Text.of(text));
        return frame.plain();
    }
}
