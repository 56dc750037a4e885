package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/**
 * A user may have only so many processes. The limit does not hold for root, who therefore becomes
 * nobody here.
 */
@EnabledOnOs(OS.LINUX)
class ProcessLimitTest extends EngineContract {
    @TempDir Path folder;

    @Test
    void anEngineThatLostItsGuardianSaysSoUntilItHasAnother() throws Exception {
        if (kind != EngineOptions.Kind.LINUX) {
            // The JDK takes a thread to tell of an exit, and there can be none then.
            assertThat(engine.guarded()).isTrue();
            return;
        }
        List<String> command = AsNobody.command(folder, "unguarded", kind.name());

        try (SecondJvm jvm = secondJvm(command)) {
            List<String> lines =
                    jvm.allLines().stream().filter(line -> !line.startsWith("[")).toList();

            assertThat(lines).containsExactly("guarded true", "guarded false", "guarded true");
            assertThat(jvm.exitCode()).isZero();
        }
    }

    @Test
    void tooManyProcesses() throws Exception {
        List<String> command = AsNobody.command(folder, "few-processes", kind.name());

        try (SecondJvm jvm = secondJvm(command)) {
            assertThat(jvm.line()).isEqualTo("fine");
            // The JVM complains about threads it cannot start, in lines of its own.
            List<String> lines =
                    jvm.allLines().stream().filter(line -> !line.startsWith("[")).toList();

            assertThat(jvm.exitCode()).as("%s", lines).isZero();
            assertThat(lines).hasSize(2);
            assertThat(lines.getFirst())
                    .startsWith("too-many-processes cannot start /bin/true: ")
                    .contains("; ");
            assertThat(lines.getLast()).isEqualTo("left 0 descriptors");
        }
    }
}
