package dev.foster.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;

class AmountsTest {

    @ParameterizedTest
    @CsvSource({
        "-5,0s",
        "0,0s",
        "999,0s",
        "1000,1s",
        "59999,59s",
        "60000,1m00s",
        "192000,3m12s",
        "3599000,59m59s",
        "3600000,1h00m",
        "7500000,2h05m",
        "86399000,23h59m",
        "86400000,1d00h",
        "273600000,3d04h"
    })
    void timesAreShort(long milliseconds, String text) {
        assertThat(Amounts.elapsed(Duration.ofMillis(milliseconds))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0,0.0 KB",
        "512,0.5 KB",
        "1000,1.0 KB",
        "999949,999.9 KB",
        "999950,1.0 MB",
        "12300000,12.3 MB",
        "5000000000,5.0 GB",
        "7000000000000,7.0 TB",
        "9000000000000000,9000.0 TB"
    })
    void sizesAreShort(long bytes, String text) {
        assertThat(Amounts.bytes(bytes)).isEqualTo(text);
    }
}
