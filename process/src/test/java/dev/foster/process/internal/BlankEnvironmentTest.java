package dev.foster.process.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

/** Which of those that show no environment will show one. */
class BlankEnvironmentTest {
    private static final int EXITING = 4;
    private static final int OF_THE_KERNEL = 0x200000;

    @Test
    void oneThatLoadsItsProgramWillShowOne() {
        assertThat(BlankEnvironment.stays(stat(0, "0", "0"))).isFalse();
        // It came between the two looks.
        assertThat(BlankEnvironment.stays(stat(0, "140731179301542", "140731179302891"))).isFalse();
    }

    @Test
    void oneThatWasStartedWithoutNeverWill() {
        assertThat(BlankEnvironment.stays(stat(0, "140731179301542", "140731179301542"))).isTrue();
    }

    @Test
    void oneThatEndsAndThreadsOfTheKernelNeverWill() {
        assertThat(BlankEnvironment.stays(stat(EXITING, "0", "0"))).isTrue();
        assertThat(BlankEnvironment.stays(stat(OF_THE_KERNEL, "0", "0"))).isTrue();
    }

    @Test
    void oneOfWhichNothingIsToldNeverWill() {
        assertThat(BlankEnvironment.stays("")).isTrue();
        assertThat(BlankEnvironment.stays("12 (sh) S 1 12 12 0 -1 0")).isTrue();
    }

    private static String stat(int flags, String environmentStart, String environmentEnd) {
        var fields = new String[50];
        Arrays.fill(fields, "0");
        fields[0] = "S";
        fields[6] = Integer.toString(flags);
        fields[47] = environmentStart;
        fields[48] = environmentEnd;
        return "12 (a ) name) " + String.join(" ", fields) + "\n";
    }
}
