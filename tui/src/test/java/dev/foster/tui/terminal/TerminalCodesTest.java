package dev.foster.tui.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

class TerminalCodesTest {

    @Test
    void textGoesToTheClipboardInCode() {
        assertThat(TerminalCodes.clipboard("hello")).isEqualTo("\033]52;c;aGVsbG8=\033\\");
    }

    @Test
    void ofAVeryLongTextTheBeginningGoes() {
        String code = TerminalCodes.clipboard("x" + "ä".repeat(100_000));

        assertThat(code).hasSizeLessThan(100_100);
        String coded = code.substring("\033]52;c;".length(), code.length() - 2);
        assertThat(new String(Base64.getDecoder().decode(coded), StandardCharsets.UTF_8))
                .matches("xä+")
                .hasSizeGreaterThan(37_000);
    }

    @Test
    void everythingThatIsSetIsUnset() {
        for (String mode : new String[] {"1049", "1000", "1006", "2004"}) {
            assertThat(TerminalCodes.take(true)).contains("\033[?" + mode + "h");
            assertThat(TerminalCodes.giveBack()).contains("\033[?" + mode + "l");
        }
        for (String mode : new String[] {"7", "25"}) {
            assertThat(TerminalCodes.take(true)).contains("\033[?" + mode + "l");
            assertThat(TerminalCodes.giveBack()).contains("\033[?" + mode + "h");
        }
        assertThat(TerminalCodes.take(false)).doesNotContain("1000");
    }
}
