package dev.foster.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;
import dev.foster.process.OutputLimits;
import dev.foster.supervise.spec.ProcessSpec;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

/** What is said when the heap is too small for the output that is to be kept. */
class KeptOutputTest {
    private static final int MIB = 1 << 20;

    private static List<ProcessSpec> processes(int count, int keep) {
        return IntStream.range(0, count)
                .mapToObj(
                        i ->
                                ProcessSpec.of(
                                        "p" + i,
                                        ChildSpec.of("true")
                                                .outputLimits(OutputLimits.defaults().keep(keep))))
                .toList();
    }

    @Test
    void whatFitsIsNotSpokenOf() {
        assertThat(KeptOutput.notice(processes(60, MIB), 60 * MIB, MIB)).isEmpty();
    }

    @Test
    void whatDoesNotFitIsToldWithWhatEachKeeps() {
        assertThat(KeptOutput.notice(processes(60, MIB), 8 * MIB, 64 << 10))
                .hasValue(
                        "output.keep of 60 processes is 60 MiB together, and all may keep 8 MiB, a"
                            + " quarter of the Java heap: when there is not enough each keeps 64"
                            + " KiB; give foster more, with JDK_JAVA_OPTIONS=-Xmx240m, or lower"
                            + " output.keep");
    }
}
