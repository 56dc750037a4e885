package dev.foster.process.internal.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a container, or whoever started this JVM, allows it as a whole. */
class CeilingTest {
    private static final String NONE = "no cgroup limits foster and its children as a whole";

    @TempDir Path folder;
    private FakeTree tree;

    @BeforeEach
    void makeATree() throws Exception {
        tree = FakeTree.in(folder);
    }

    @Test
    void whereNothingIsLimitedItSaysSo() throws Exception {
        assertThat(sentence()).isEqualTo(NONE);
        file("memory.max", "max");
        file("cpu.max", "max 100000");
        file("pids.max", "max");
        assertThat(sentence()).isEqualTo(NONE);
    }

    @Test
    void theLimitsOfVersionTwoAreRead() throws Exception {
        tree.memberships("0::/box");
        file("box/memory.max", "536870912");
        file("box/cpu.max", "150000 100000");
        file("box/pids.max", "100");
        assertThat(sentence())
                .isEqualTo(
                        "the cgroup around foster allows it and its children 512 MB of memory,"
                                + " 1.50 processors and 100 processes and threads together");
    }

    @Test
    void theTightestOnTheWayUpHolds() throws Exception {
        tree.memberships("0::/outer/inner");
        file("outer/inner/memory.max", "2147483648");
        file("outer/memory.max", "1073741824");
        assertThat(sentence()).endsWith("its children 1024 MB of memory together");
    }

    @Test
    void theLimitsOfVersionOneAreReadWhereEachControllerIs() throws Exception {
        tree.memberships("4:memory:/box", "3:cpu,cpuacct:/box", "2:pids:/box", "0::/")
                .firstVersion("memory", "cpu,cpuacct", "pids");
        file("memory/box/memory.limit_in_bytes", "268435456");
        file("cpu,cpuacct/box/cpu.cfs_quota_us", "50000");
        file("cpu,cpuacct/box/cpu.cfs_period_us", "100000");
        file("pids/box/pids.max", "40");
        assertThat(sentence())
                .contains(" 256 MB of memory, 0.50 processors and 40 processes and threads ");
    }

    @Test
    void whatVersionOneCallsNoLimitIsNone() throws Exception {
        tree.memberships("4:memory:/", "3:cpu:/", "2:pids:/", "0::/")
                .firstVersion("memory", "cpu", "pids");
        file("memory/memory.limit_in_bytes", "9223372036854771712");
        file("cpu/cpu.cfs_quota_us", "-1");
        file("cpu/cpu.cfs_period_us", "100000");
        assertThat(sentence()).isEqualTo(NONE);
    }

    @Test
    void aControllerOfVersionOneIsNotLookedForInVersionTwo() throws Exception {
        tree.memberships("4:memory:/", "0::/");
        file("memory.max", "4096");
        file("pids.max", "7");
        assertThat(sentence()).endsWith("its children 7 processes and threads together");
    }

    @Test
    void whatCannotBeUnderstoodIsNoLimit() throws Exception {
        file("memory.max", "lots");
        file("cpu.max", "100000 0");
        file("pids.max", "99999999999999999999999");
        assertThat(sentence()).isEqualTo(NONE);
    }

    private String sentence() throws IOException {
        return Ceiling.look(tree.process()).sentence();
    }

    private void file(String path, String text) throws IOException {
        Path file = tree.root().resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }
}
