package dev.foster.process.internal.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.internal.cgroup.CgroupSupport.Usable;
import dev.foster.process.internal.cgroup.CgroupSupport.Useless;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** Where this JVM may make cgroups, by what the system shows. */
class CgroupSupportTest {
    private static final String ALL = "cpuset cpu io memory hugetlb pids";

    @TempDir Path folder;
    private final long self = ProcessHandle.current().pid();
    private FakeTree tree;

    @BeforeEach
    void makeATree() throws Exception {
        tree = FakeTree.in(folder.resolve("with blank"));
    }

    @Test
    void theTopOfTheTreeMayBeDividedWhoeverSitsThere() throws Exception {
        tree.group("/", ALL, 1, self);

        assertThat(look())
                .isEqualTo(new Usable(tree.root(), Set.of("memory", "cpu", "pids"), true));
    }

    @Test
    void aCgroupOfOurOwnMayBeDivided() throws Exception {
        tree.memberships("0::/user/foster.scope").group("/user/foster.scope", "memory pids", self);

        assertThat(look())
                .isEqualTo(
                        new Usable(
                                tree.root().resolve("user/foster.scope"),
                                Set.of("memory", "pids"),
                                false));
    }

    @Test
    void aCgroupWithStrangersIsNotOursToDivide() throws Exception {
        tree.memberships("0::/shell.scope").group("/shell.scope", ALL, 1, self);

        assertThat(useless().why()).contains("process 1 sits in ").contains("shell.scope");
        assertThat(useless().remedy()).contains("systemd-run --user --scope -p Delegate=yes");
    }

    @Test
    void aProcessThatIsNotShownIsAStranger() throws Exception {
        tree.memberships("0::/shell.scope").group("/shell.scope", ALL, 0, self);

        assertThat(useless().why()).contains("process 0 sits in ");
    }

    @Test
    void aProcessThatIsHiddenIsAStrangerAsLongAsItIsThere() throws Exception {
        tree.memberships("0::/shell.scope").group("/shell.scope", ALL, self, 999_999_999);

        assertThat(useless().why()).contains("process 999999999 sits in ");
    }

    @Test
    void aCgroupThatThisProcessIsNotInIsAnothers() throws Exception {
        tree.group("/", ALL, 1);

        assertThat(useless().why()).isEqualTo("this process is not in " + tree.root());
    }

    @Test
    void aMountMayShowAPartOfTheTree() throws Exception {
        tree.memberships("0::/docker/abc/inner")
                .mounts("cgroup2", "/docker/abc")
                .group("/inner", ALL, self);

        assertThat(look()).isInstanceOf(Usable.class);
    }

    @Test
    void controllersThatAreBoundToVersionOneAreOfNoUse() throws Exception {
        tree.memberships("4:memory:/somewhere", "3:cpu,cpuacct:/", "0::/").group("/", "hugetlb");

        assertThat(useless().why())
                .isEqualTo(
                        "cgroup v2 has no memory, cpu and pids controllers here (they are bound to"
                                + " v1)");
    }

    @Test
    void aCgroupThatNothingIsHandedDownTo() throws Exception {
        tree.memberships("0::/user").group("/user", "", self);

        assertThat(useless().why()).startsWith("no controller is handed down to ");
    }

    @Test
    void versionOneAlone() throws Exception {
        tree.memberships("4:memory:/").mounts("cgroup", "/");

        assertThat(useless().why()).isEqualTo("cgroup v2 is not mounted here");
    }

    @Test
    void aSystemThatShowsNothing() throws Exception {
        Files.delete(tree.process().resolve("cgroup"));

        assertThat(useless().why()).startsWith("what cgroup v2 offers cannot be read");
    }

    private CgroupSupport look() {
        return CgroupSupport.look(tree.process());
    }

    private Useless useless() {
        assertThat(look()).isInstanceOf(Useless.class);
        return (Useless) look();
    }
}
