package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.EngineOptions.Kind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.util.ArrayList;
import java.util.List;

/** A JVM whose descriptors run out refuses children in time, and can still end those it has. */
@EnabledOnOs(OS.LINUX)
class DescriptorReserveTest extends EngineContract {

    @Test
    void aStartThatWouldTakeTheLastDescriptorsIsRefusedAndTheOthersCanStillBeEnded()
            throws Exception {
        if (kind != Kind.LINUX) {
            // The JDK, when it runs out, closes descriptors that are not its own.
            assertThat(engine.facts().limits()).anyMatch(limit -> limit.contains("descriptors"));
            return;
        }
        var command = new ArrayList<>(List.of("/bin/sh", "-c", "ulimit -n 224; exec \"$@\"", "sh"));
        command.addAll(SecondJvm.command("crowded", kind.name()));

        try (SecondJvm jvm = secondJvm(command)) {
            List<String> lines = jvm.allLines();

            assertThat(jvm.exitCode()).as("%s", lines).isZero();
            assertThat(lines.get(0)).isEqualTo("refused nobody");
            String stopped = "stopped [TERMINATE, TERMINATE, EOF], alive 0";
            assertThat(lines.get(1)).isEqualTo(stopped);
            assertThat(lines.get(2))
                    .matches(
                            "refused too-many-files cannot start /bin/sh: of the 224 files this"
                                    + " process may have open only \\d+ are left, a start takes up"
                                    + " to 7 and 50 are kept for everything else; raise the limit"
                                    + " \\(ulimit -n\\) or run fewer children");
            assertThat(Integer.parseInt(lines.get(3).substring("free ".length())))
                    .isBetween(50, 60);
            assertThat(lines.subList(4, lines.size()))
                    .containsExactly(stopped, "left 0 descriptors", "left 0 children");
        }
    }
}
