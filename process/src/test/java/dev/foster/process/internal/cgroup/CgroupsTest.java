package dev.foster.process.internal.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.foster.process.EngineFacts.Ability;
import dev.foster.process.EngineFacts.Enforcement;
import dev.foster.process.Excess;
import dev.foster.process.ProblemException;
import dev.foster.process.ResourceLimits;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What is written for a child's limits, on a tree of plain files. */
class CgroupsTest {
    private static final ResourceLimits FREE = ResourceLimits.none();

    @TempDir Path folder;
    private final long self = ProcessHandle.current().pid();
    private FakeTree tree;

    @BeforeEach
    void makeATree() throws Exception {
        tree = FakeTree.in(folder).group("/", "cpu memory pids", 1, self);
    }

    @Test
    void nothingIsTouchedForAChildWithoutLimits() throws Exception {
        assertThat(cgroups().groupFor(FREE.files(100), "bot")).isEmpty();
        assertThat(tree.read("cgroup.subtree_control")).isEmpty();
        assertThat(Home.foldersIn(tree.root())).isEmpty();
    }

    @Test
    void memoryIsLimitedExactly() throws Exception {
        Path group = group(FREE.memoryBytes(256_000_000));

        assertThat(group).isEqualTo(tree.root().resolve("foster-" + self + "/1"));
        assertThat(group.resolve("memory.max")).hasContent("256000000");
        assertThat(group.resolve("cpu.max")).doesNotExist();
        assertThat(group.resolve("pids.max")).doesNotExist();
    }

    @Test
    void processorTimeIsThrottledAQuarterAboveTheLimitOrExactly() throws Exception {
        assertThat(group(FREE.cpuPercent(50)).resolve("cpu.max")).hasContent("62500 100000");
        assertThat(group(FREE.cpuPercent(250).throttle(true)).resolve("cpu.max"))
                .hasContent("250000 100000");
        assertThat(group(FREE.cpuPercent(0.1).throttle(true)).resolve("cpu.max"))
                .hasContent("1000 100000");
    }

    @Test
    void threadsAndProcessesShareOneLimitOfTheKernel() throws Exception {
        assertThat(group(FREE.threads(64)).resolve("pids.max")).hasContent("80");
        assertThat(group(FREE.threads(4)).resolve("pids.max")).hasContent("12");
        assertThat(group(FREE.processes(32)).resolve("pids.max")).hasContent("1024");
        assertThat(group(FREE.processes(32).threads(100)).resolve("pids.max")).hasContent("125");
    }

    @Test
    void inACgroupOfOurOwnWeStepAsideFirst() throws Exception {
        tree.memberships("0::/foster.scope").group("/foster.scope", "memory", self);
        // Plain files do not empty themselves as the kernel's do, so the moving does not end early.
        Path leaf = Files.createDirectory(tree.root().resolve("foster.scope/foster.daemon"));

        Path group = group(FREE.memoryBytes(1_000_000).cpuPercent(10));

        assertThat(leaf.resolve("cgroup.procs")).hasContent(Long.toString(self));
        assertThat(tree.read("foster.scope/cgroup.subtree_control")).isEqualTo("+memory");
        assertThat(tree.read("foster.scope/foster-" + self + "/cgroup.subtree_control"))
                .isEqualTo("+memory");
        assertThat(group.resolve("cpu.max")).doesNotExist();
    }

    @Test
    void emptyCgroupsOfDeadJvmsAreRemoved() throws Exception {
        Path dead = tree.root().resolve("foster-999999999");
        Files.createDirectories(dead.resolve("1"));
        Path alive = Files.createDirectories(tree.root().resolve("foster-1/1"));
        Path other = Files.createDirectories(tree.root().resolve("foster-lab"));

        group(FREE.memoryBytes(1_000_000));

        assertThat(dead).doesNotExist();
        assertThat(alive).exists();
        assertThat(other).exists();
    }

    @Test
    void aCgroupThatIsInUseIsRemovedLater() throws Exception {
        Cgroups cgroups = cgroups();
        ChildGroup group = cgroups.groupFor(FREE.memoryBytes(1_000_000), "bot").orElseThrow();

        // A folder with a file in it is what a cgroup with a process in it is to the kernel.
        assertThat(cgroups.retire(group)).isFalse();
        assertThat(cgroups.sweep()).isFalse();
        Files.delete(group.folder().resolve("memory.max"));

        assertThat(cgroups.sweep()).isTrue();
        assertThat(group.removed()).isTrue();
    }

    @Test
    void theKernelsKillIsFoundInTheEvents() throws Exception {
        ChildGroup group = cgroups().groupFor(FREE.memoryBytes(256_000_000), "bot").orElseThrow();
        assertThat(group.overLimit()).isEmpty();

        Path events = group.folder().resolve("memory.events");
        Files.writeString(events, "low 0\nhigh 0\nmax 7\noom 0\noom_kill 0\noom_group_kill 0\n");
        assertThat(group.overLimit()).isEmpty();

        Files.writeString(events, "low 0\nmax 7\noom 1\noom_kill 3\noom_group_kill 1\n");
        assertThat(group.overLimit()).hasValue(Excess.byKernel(Excess.Resource.MEMORY, 256e6));
    }

    @Test
    void aKillForTheWholeMachinesSakeIsNotTheLimits() throws Exception {
        ChildGroup group = cgroups().groupFor(FREE.memoryBytes(256_000_000), "bot").orElseThrow();

        Files.writeString(
                group.folder().resolve("memory.events"), "low 0\nmax 7\noom 0\noom_kill 1\n");

        assertThat(group.overLimit()).isEmpty();
    }

    @Test
    void whereNoCgroupCanBeMadeTheLimitsAreWatchedOnlyButThrottlingIsRefused() throws Exception {
        blockOwn();
        Cgroups cgroups = cgroups();

        assertThat(cgroups.groupFor(FREE.memoryBytes(1_000_000), "bot")).isEmpty();
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> cgroups.groupFor(FREE.cpuPercent(10).throttle(true), "bot"))
                .withMessageMatching(
                        "cannot throttle bot: its cgroup cannot be made \\(.+\\); start foster.+");
    }

    @Test
    void controllersThatCouldNotBeHandedDownAreHandedDownTheNextTime() throws Exception {
        Path block = blockOwn();
        Cgroups cgroups = cgroups();
        assertThat(cgroups.groupFor(FREE.memoryBytes(1_000_000), "bot")).isEmpty();
        Files.delete(block);

        assertThat(cgroups.groupFor(FREE.memoryBytes(1_000_000), "bot")).isPresent();
        assertThat(block).isRegularFile();
    }

    /** Makes our cgroup one whose controllers cannot be handed down. */
    private Path blockOwn() throws Exception {
        return Files.createDirectories(
                tree.root().resolve("foster-" + self + "/cgroup.subtree_control"));
    }

    @Test
    void membersAreThoseOfAllCgroupsBelow() throws Exception {
        ChildGroup group = cgroups().groupFor(FREE.threads(10), "bot").orElseThrow();
        Files.writeString(group.folder().resolve("cgroup.procs"), "17\n");
        Path below = Files.createDirectory(group.folder().resolve("own"));
        Files.writeString(below.resolve("cgroup.procs"), "18\n19\n");

        assertThat(group.members()).containsExactly(17L, 18L, 19L);
        assertThat(group.kill()).isFalse();
    }

    @Test
    void throttlingWithoutAControllerIsRefused() throws Exception {
        tree.group("/", "memory", 1, self);

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> group(FREE.cpuPercent(10).throttle(true)))
                .withMessage(
                        "cannot throttle bot: cgroup v2 has no cpu controller here; leave throttle"
                                + " out");
    }

    @Test
    void theFactsTellWhatIsHeldAndWhatIsWatched() throws Exception {
        assertThat(cgroups().abilities())
                .containsExactlyInAnyOrder(
                        Ability.HOLDS_MEMORY, Ability.HOLDS_CPU, Ability.HOLDS_PROCESSES);
        assertThat(cgroups().enforcement())
                .containsExactly(
                        new Enforcement(
                                "limits",
                                true,
                                "memory, cpu and pids limits are held by cgroup v2 at "
                                        + tree.root()),
                        new Enforcement(
                                "usage",
                                true,
                                "processor time of limited processes is taken from cgroup v2, all"
                                        + " else from /proc"),
                        new Enforcement(
                                "ceiling",
                                true,
                                "no cgroup limits foster and its children as a whole"));

        tree.group("/", "memory", 1, self);
        assertThat(
                        cgroups().enforcement().stream()
                                .filter(it -> it.what().equals("limits"))
                                .map(Enforcement::how))
                .containsExactly(
                        "memory limits are held by cgroup v2 at " + tree.root(),
                        "cpu and pids limits are watched only: "
                                + tree.root()
                                + " has no such controller");

        tree.memberships("4:memory:/", "0::/").group("/", "");
        assertThat(cgroups().abilities()).isEmpty();
        assertThat(cgroups().enforcement())
                .filteredOn(it -> !it.held())
                .isEqualTo(
                        List.of(
                                new Enforcement(
                                        "limits",
                                        false,
                                        "memory, cpu and pids limits are watched only: cgroup v2"
                                            + " has no memory, cpu and pids controllers here (they"
                                            + " are bound to v1); boot with"
                                            + " systemd.unified_cgroup_hierarchy=1"),
                                new Enforcement(
                                        "usage",
                                        false,
                                        "all is taken from /proc: cgroup v2 has no memory, cpu and"
                                            + " pids controllers here (they are bound to v1); boot"
                                            + " with systemd.unified_cgroup_hierarchy=1")));
    }

    private Cgroups cgroups() {
        return new Cgroups(tree.process());
    }

    private Path group(ResourceLimits limits) {
        return cgroups().groupFor(limits, "bot").orElseThrow().folder();
    }
}
