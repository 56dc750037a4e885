package dev.foster.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class JsonTextTest {

    @Test
    void everyKindOfValueComesBackAsItWas() {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("text", "x");
        tree.put("whole", Long.MIN_VALUE);
        tree.put("decimal", -1.5e300);
        tree.put("yes", true);
        tree.put("no", false);
        tree.put("list", List.of(1L, "two", List.of(), Map.of()));
        tree.put("", Map.of("in", "side"));

        assertThat(JsonText.parse(JsonText.write(tree))).isEqualTo(tree);
        assertThat(JsonText.parse(JsonText.write(tree).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(tree);
    }

    @Test
    void membersStandInTheirOrder() {
        String text = "{\"b\":\"text\",\"a\":-7,\"c\":true,\"d\":9223372036854775807}";

        assertThat(JsonText.parseObject(text).keySet()).containsExactly("b", "a", "c", "d");
        assertThat(JsonText.write(JsonText.parse(text))).isEqualTo(text);
    }

    @Test
    void everyCharacterComesBackAsItWasAndOnOneLine() {
        var every = new StringBuilder("\"\\/ü€😀");
        for (char c = 0; c < 0x100; c++) {
            every.append(c);
        }
        every.append("\u2028\u2029\ufeff\uffff\ud800 lone");

        String line = JsonText.write(Map.of("every\n", every.toString()));

        assertThat(JsonText.parseObject(line)).containsExactly(entry("every\n", every.toString()));
        assertThat(line.lines()).as("also for readers that cut at exotic separators").hasSize(1);
        assertThat(line).doesNotContain("\u0085", "\u2028", "\u2029", "\ud800");
    }

    @Test
    void aNullMemberIsAbsent() {
        assertThat(JsonText.parseObject("{\"a\":null,\"b\":1}")).containsExactly(entry("b", 1L));
    }

    @Test
    void aNullElementIsAGap() {
        assertThat(JsonText.parse("[1,null]")).isEqualTo(List.of(1L, Optional.empty()));
        assertThat(JsonText.write(List.of(1L, Optional.empty()))).isEqualTo("[1,null]");
    }

    @Test
    void aNumberTooLargeForALongIsADouble() {
        assertThat(JsonText.parse("[9223372036854775808]"))
                .isEqualTo(List.of(9.223372036854776E18));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{}}",
                "{} {}",
                "{\"a\":1,}",
                "[1,]",
                "{\"a\":01}",
                "{\"a\":yes}",
                "{'a':1}",
                "{\"a\":\"x}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\t\"}",
                "{a:1}",
                "{\"a\":1,\"a\":2}",
                "null",
                "NaN",
                "1e999",
                "// no\n1"
            })
    void whatIsNotJsonIsRefusedWithItsPlace(String broken) {
        assertThatThrownBy(() -> JsonText.parse(broken))
                .isInstanceOf(JsonProblem.class)
                .hasMessageContaining("line ");
    }

    @Test
    void aTextThatNestsTooDeepIsRefusedBeforeItHarms() {
        int deep = 1_000_000;

        assertThatThrownBy(() -> JsonText.parse("[".repeat(deep)))
                .isInstanceOf(JsonProblem.class)
                .hasMessageContaining("64");
        assertThat(JsonText.parse("[".repeat(64) + "]".repeat(64))).isInstanceOf(List.class);
    }

    @Test
    void aTextThatIsTooLongIsRefused() {
        byte[] long16 = new byte[JsonText.LONGEST + 1];

        assertThatThrownBy(() -> JsonText.parse(long16)).hasMessageContaining("16 MB");
        assertThatThrownBy(() -> JsonText.parse(" ".repeat(JsonText.LONGEST + 1)))
                .hasMessageContaining("16 MB");
    }

    @Test
    void onlyAnObjectIsAnObject() {
        assertThatThrownBy(() -> JsonText.parseObject("[]")).hasMessage("it is not an object");
    }

    @Test
    void whatJsonCannotSayIsNotWritten() {
        assertThatThrownBy(() -> JsonText.write(Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JsonText.write(Optional.of(1L)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JsonText.write(new Object()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
