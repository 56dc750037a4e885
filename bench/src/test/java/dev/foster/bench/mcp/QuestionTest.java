package dev.foster.bench.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is asked, and which line answers it. */
class QuestionTest {
    @Test
    void anIdIsNoPrefixOfAnother() {
        assertThat(Question.answers("{\"id\":1,\"result\":{}}", 1)).isTrue();
        assertThat(Question.answers("{\"result\":{},\"id\":1}", 1)).isTrue();
        assertThat(Question.answers("{\"id\":12,\"result\":{}}", 1)).isFalse();
    }

    @Test
    void onlyTheModernMessageSaysItAll() {
        assertThat(Question.TRIVIAL.legacy(1)).doesNotContain("_meta");
        assertThat(Question.TRIVIAL.modern(1))
                .contains("\"arguments\":{},\"_meta\":{")
                .contains("\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"");
        assertThat(Question.LIST.modern(1)).contains("\"params\":{\"_meta\":{");
    }
}
