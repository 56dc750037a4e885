package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Map;

class TerminalTextTest {

    @Test
    void whatCouldHarmATerminalIsTakenOut() {
        Map<String, String> cases =
                Map.of(
                        "\u001b[2Jclear", "?[2Jclear",
                        "\u001b]0;title\u0007", "?]0;title?",
                        "a\rb\bc\nd", "a?b?c?d",
                        "\u009b31m", "?31m",
                        "cut \u001b[3", "cut ?[3",
                        "cut \u001b[", "cut ?[",
                        "cut \u001b", "cut ?");

        cases.forEach((text, safe) -> assertThat(TerminalText.line(text)).isEqualTo(safe));
    }

    @Test
    void whatIsHarmlessStays() {
        for (String text :
                new String[] {"", "plain ü € 😀", "tab\tstays", "\u001b[1;31mred\u001b[m"}) {
            assertThat(TerminalText.line(text)).isSameAs(text);
        }
    }
}
