package dev.foster.cli.logs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HclogLineTest {

    @Test
    void levelMessageAndFieldsAreShown() {
        assertThat(
                        HclogLine.plain(
                                "{\"@level\":\"warn\",\"@message\":\"disk nearly"
                                    + " full\",\"@module\":\"kv\",\"@timestamp\":\"2026-01-31T12:00:00Z\","
                                    + "\"free\":17,\"path\":\"/var/x\",\"why\":\"two"
                                    + " words\",\"list\":[1,\"a\"],\"ok\":true}"))
                .isEqualTo(
                        "[WARN] kv: disk nearly full free=17 path=/var/x why=\"two words\""
                                + " list=[1,\"a\"] ok=true");
    }

    @Test
    void aMessageAloneIsEnough() {
        assertThat(HclogLine.plain("{\"@message\":\"hello\"}")).isEqualTo("hello");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "{",
                "{\"@message\": ",
                "{\"@message\": 5}",
                "{\"message\": \"x\"}",
                "[\"@message\"]"
            })
    void anythingElseStaysAsItIs(String line) {
        assertThat(HclogLine.plain(line)).isEqualTo(line);
    }
}
