package dev.foster.plugin.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/** Versions and ranges by PEP 440. */
class VersionRangeTest {
    private static PythonVersion version(String text) {
        return PythonVersion.parse(text).orElseThrow();
    }

    @Test
    void versionsStandInTheirOrder() {
        List<String> order =
                List.of(
                        "1.0.dev456",
                        "1.0a1",
                        "1.0a2.dev456",
                        "1.0a12.dev456",
                        "1.0a12",
                        "1.0b1.dev456",
                        "1.0b2",
                        "1.0b2.post345.dev456",
                        "1.0b2.post345",
                        "1.0rc1.dev456",
                        "1.0rc1",
                        "1.0",
                        "1.0+abc.5",
                        "1.0+abc.7",
                        "1.0+5",
                        "1.0.post456.dev34",
                        "1.0.post456",
                        "1.0.15",
                        "1.1.dev1",
                        "1!0.1");
        for (int i = 0; i < order.size(); i++) {
            for (int j = 0; j < order.size(); j++) {
                assertThat(Integer.signum(version(order.get(i)).compareTo(version(order.get(j)))))
                        .as(order.get(i) + " and " + order.get(j))
                        .isEqualTo(Integer.compare(i, j));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1.0-ALPHA_1, 1.0a1", "v3.12.0, 3.12.0", "1.0.c2, 1.0rc2", "1.0-1, 1.0.post1",
        "1.0.rev3, 1.0.post3", "1.0dev, 1.0.dev0", "1.0+UBUNTU-1, 1.0+ubuntu.1", "2!1.0, 2!1.0"
    })
    void otherSpellingsAreNormalised(String written, String normal) {
        assertThat(version(written)).hasToString(normal);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "x", "1.", ".1", "1..2", "1.0+", "1.0 0", "1.0a1b2", "999999999999"})
    void whatIsNoVersionIsNone(String text) {
        assertThat(PythonVersion.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|3.12.1|true",
                ">=3.9|3.9.0|true",
                ">=3.9|3.8.18|false",
                ">=3.9|3.10.0|true",
                ">=3.10|3.9.9|false",
                ">=3.13|3.13.0rc1|false",
                ">=3.13.0rc1|3.13.0rc2|true",
                "<=3.11|3.11.0|true",
                "<=3.11|3.11.1|false",
                "<3.13|3.12.9|true",
                "<3.13|3.13.0|false",
                "<3.13|3.13.0rc1|false",
                "<3.13.0rc2|3.13.0rc1|true",
                ">3.11|3.11.0|false",
                ">3.11|3.11.1|true",
                ">3.11|3.11.0.post1|false",
                ">3.11|3.11.0+local|false",
                "==3.11|3.11.0|true",
                "==3.11|3.11.4|false",
                "==3.11.*|3.11.4|true",
                "==3.11.*|3.11.0rc1|true",
                "==3.11.*|3.12.0|false",
                "==3.*|3.14.2|true",
                "==3.1.*|3.10.0|false",
                "==3.11.4|3.11.4+debian|true",
                "==3.11.4+debian|3.11.4|false",
                "!=3.11.*|3.11.4|false",
                "!=3.11.*|3.12.0|true",
                "!=3.12.0|3.12|false",
                "~=3.9|3.12.0|true",
                "~=3.9|4.0|false",
                "~=3.9|3.8|false",
                "~=3.9.1|3.9.7|true",
                "~=3.9.1|3.9.0|false",
                "~=3.9.1|3.10.0|false",
                "===3.11.4|3.11.4|true",
                "===3.11|3.11.0|false",
                ">=3.10, <4, !=3.11.*|3.12.1|true",
                ">=3.10, <4, !=3.11.*|3.11.1|false",
                ">= 3.10 ,< 3.12,|3.11.0|true",
                "3.11|3.11.0|true",
                "3.11|3.13.2|true",
                "3.11|3.10.9|false",
                "3.11|4.0.0|false",
                "3|3.6.0|true",
                "3.11.2|3.11.1|false",
                "3.11.*|3.11.9|true",
                "3.11.*|3.12.0|false"
            })
    void aRangeContainsWhatItSays(String range, String version, boolean contained)
            throws VersionRange.NotARange {
        assertThat(VersionRange.parse(range).contains(version(version))).isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "latest",
                ">=",
                "=3.9",
                "=>3.9",
                ">=3.9.*",
                "~=3",
                "==3.*.1",
                "^3.9",
                ">=3.9 <4",
                "==3.9rc1.*",
                ">=3.9;",
                "3.9 - 3.11",
                "~3.9",
                "*"
            })
    void whatIsNoRangeIsRefused(String text) {
        assertThatThrownBy(() -> VersionRange.parse(text))
                .isInstanceOf(VersionRange.NotARange.class);
    }

    @Test
    void twoRangesTogetherAskForBoth() throws VersionRange.NotARange {
        VersionRange both = VersionRange.parse(">=3.9").and(VersionRange.parse("<3.12"));
        assertThat(both.contains(version("3.11"))).isTrue();
        assertThat(both.contains(version("3.12"))).isFalse();
        assertThat(VersionRange.ANY.and(both)).isEqualTo(both);
        assertThat(both).hasToString(">=3.9, <3.12");
    }
}
