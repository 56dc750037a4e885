package dev.foster.sdk.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class JsonTest {
    @Test
    void everyKindOfValueIsReadAndWrittenBack() {
        String text =
                "{\"a\":[1,-2.5,true,false,null,\"x\"],\"b\":{},\"c\":[],\"d\":9007199254740993}";
        Object value = Json.read(text);
        var expected = new LinkedHashMap<String, Object>();
        expected.put("a", Arrays.asList(1L, -2.5, true, false, null, "x"));
        expected.put("b", Map.of());
        expected.put("c", List.of());
        expected.put("d", 9007199254740993L);
        assertThat(value).isEqualTo(expected);
        assertThat(Json.write(value)).isEqualTo(text);
    }

    @Test
    void anyTextSurvivesTheWayThereAndBack() {
        var all = new StringBuilder("\uD83C\uDFB1");
        for (char letter = 0; letter < 0x300; letter++) {
            all.append(letter);
        }
        assertThat(Json.read(Json.write(all.toString()))).isEqualTo(all.toString());
        assertThat(Json.read("\"\\u0041\\n\\t\\/\\\\\\\"\\b\\f\\r\""))
                .isEqualTo("A\n\t/\\\"\b\f\r");
    }

    @Test
    void blanksBetweenTokensDoNotMatter() {
        assertThat(Json.read(" { \"a\" :\t[ 1 ,\r\n2 ] } "))
                .isEqualTo(Map.of("a", List.of(1L, 2L)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[1",
                "[1,]",
                "{\"a\"}",
                "{\"a\":}",
                "{a:1}",
                "\"x",
                "\"\\x\"",
                "tru",
                "1 2",
                "-",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "\"a\nb\"",
                "\"\\"
            })
    void whatIsNoJsonIsRefused(String text) {
        assertThatThrownBy(() -> Json.read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no JSON at character ");
    }

    @Test
    void aBottomlessValueIsRefusedInsteadOfUsingUpTheStack() {
        assertThatThrownBy(() -> Json.read("[".repeat(100_000)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
