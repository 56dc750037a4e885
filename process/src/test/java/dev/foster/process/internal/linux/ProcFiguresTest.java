package dev.foster.process.internal.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

class ProcFiguresTest {
    private static final String IO = "rchar: 17\nread_bytes: 4096\nwrite_bytes: 0\n";

    @Test
    void aNumberIsFoundByItsWord() {
        assertThat(after("read_bytes:", IO)).isEqualTo(4096);
        assertThat(after("write_bytes:", IO)).isZero();
        assertThat(after("Rss:", "00400000-7fff [rollup]\nRss:      \t  1234 kB\n"))
                .isEqualTo(1234);
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertThat(after("bytes:", IO)).as("only at the beginning of a line").isEqualTo(-1);
        assertThat(after("wchar:", IO)).isEqualTo(-1);
        assertThat(after("read_bytes:", "")).isEqualTo(-1);
        assertThat(after("read_bytes:", "read_bytes:")).isEqualTo(-1);
        assertThat(after("read_bytes:", "read_bytes: x\n")).isEqualTo(-1);
        byte[] text = IO.getBytes(StandardCharsets.US_ASCII);
        assertThat(ProcFigures.after(text, text, MeterFiles.GONE)).isEqualTo(-1);
    }

    @Test
    void theSecondOfSomeNumbersIsFound() {
        assertThat(second("765 405 376 5 0 123 0\n")).isEqualTo(405);
        assertThat(second("765")).isEqualTo(-1);
        assertThat(second("")).isEqualTo(-1);
        assertThat(ProcFigures.second(new byte[8], MeterFiles.UNREADABLE)).isEqualTo(-1);
    }

    private static long after(String word, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return ProcFigures.after(word.getBytes(StandardCharsets.US_ASCII), bytes, bytes.length);
    }

    private static long second(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return ProcFigures.second(bytes, bytes.length);
    }
}
