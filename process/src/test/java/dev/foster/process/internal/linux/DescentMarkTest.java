package dev.foster.process.internal.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.List;

/** A mark that the descendants of a process bear. */
@EnabledOnOs(OS.LINUX)
class DescentMarkTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    /** A program that was quicker than whoever gives it its mark, and has started others. */
    @Test
    void whoWasStartedBeforeTheMarkWasGivenBearsItToo() throws Exception {
        Leaks before = Leaks.snapshot();
        Process child =
                new ProcessBuilder("sh", "-c", "sh -c 'setsid env -i sleep 60 & wait' & wait")
                        .start();
        try (Arena arena = Arena.ofConfined()) {
            var system = new SystemCalls(arena);
            DescentMark mark = DescentMark.ofEngine("0123456789abcdef").ofChild(7);
            Eventually.until(SOON, "all three are there", () -> below(child).size() == 2);

            mark.give(child.pid(), system);

            assertThat(mark.isBorneBy(child.pid(), system)).isTrue();
            assertThat(below(child)).allMatch(pid -> mark.isBorneBy(pid, system));
        } finally {
            end(child);
        }
        before.assertNothingLeft();
    }

    private static List<Long> below(Process child) {
        return child.descendants()
                .filter(each -> each.info().command().isPresent())
                .map(ProcessHandle::pid)
                .toList();
    }

    private static void end(Process child) throws IOException, InterruptedException {
        List<ProcessHandle> all = child.descendants().toList();
        all.forEach(ProcessHandle::destroyForcibly);
        child.destroyForcibly().waitFor();
        all.forEach(each -> each.onExit().join());
    }
}
