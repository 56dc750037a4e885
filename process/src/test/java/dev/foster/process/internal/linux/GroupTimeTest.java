package dev.foster.process.internal.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;

/** The time of a cgroup, from plain files that look like the kernel's. */
@EnabledOnOs(OS.LINUX)
class GroupTimeTest {
    private final Arena arena = Arena.ofShared();
    private final MeterFiles files = new MeterFiles(arena);
    @TempDir private Path group;
    private Leaks before;

    @BeforeEach
    void look() {
        before = Leaks.snapshot();
    }

    @AfterEach
    void nothingIsLeftOpen() {
        before.assertNothingLeft();
        files.close();
        arena.close();
    }

    private void stat(String text) throws IOException {
        Files.writeString(group.resolve("cpu.stat"), text);
    }

    @Test
    void itIsWhatTheKernelCountedByNow() throws Exception {
        stat("usage_usec 1234567\nuser_usec 1000000\nsystem_usec 234567\n");
        GroupTime time = GroupTime.of(group, files);
        assertThat(time.nanos()).isEqualTo(1_234_567_000L);

        stat("usage_usec 2234567\nuser_usec 2000000\nsystem_usec 234567\n");
        assertThat(time.nanos()).isEqualTo(2_234_567_000L);
        time.close();
        assertThat(time.nanos()).isEqualTo(GroupTime.UNKNOWN);
    }

    @Test
    void itIsUnknownWithoutACgroup() {
        GroupTime time = GroupTime.none(files);
        assertThat(time.nanos()).isEqualTo(GroupTime.UNKNOWN);
        time.close();
    }

    @Test
    void itIsUnknownWhereThereIsNothingToRead() {
        assertThat(GroupTime.of(group, files).nanos()).isEqualTo(GroupTime.UNKNOWN);
    }

    @Test
    void onceItMakesNoSenseItIsLeftAlone() throws Exception {
        stat("nr_periods 5\n");
        GroupTime time = GroupTime.of(group, files);
        assertThat(time.nanos()).isEqualTo(GroupTime.UNKNOWN);

        stat("usage_usec 1\n");
        assertThat(time.nanos()).isEqualTo(GroupTime.UNKNOWN);
    }
}
