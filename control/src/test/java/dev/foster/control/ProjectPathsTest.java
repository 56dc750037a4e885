package dev.foster.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

class ProjectPathsTest {
    @TempDir private Path folder;

    @Test
    void theNameOfAProjectsFolderCanBeReadAndIsItsOwn() throws IOException {
        Path one = Files.createDirectories(folder.resolve("one/My Project!"));
        Path two = Files.createDirectories(folder.resolve("two/My Project!"));

        String first = name(one);

        assertThat(first).matches("my-project-[0-9a-f]{12}");
        assertThat(name(two)).startsWith("my-project-").isNotEqualTo(first);
        assertThat(name(one)).as("always the same").isEqualTo(first);
    }

    @Test
    void aLinkToAProjectIsTheProject() throws IOException {
        Path real = Files.createDirectories(folder.resolve("real"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);

        assertThat(ProjectPaths.of(link, own())).isEqualTo(ProjectPaths.of(real, own()));
        assertThat(ProjectPaths.of(link, own()).directory()).isEqualTo(real.toRealPath());
    }

    @Test
    void theRootAndOddNamesHaveNamesToo() {
        assertThat(name(Path.of("/"))).matches("root-[0-9a-f]{12}");
        assertThat(name(Path.of("/ü€"))).matches("project-[0-9a-f]{12}");
        assertThat(name(Path.of("/" + "x".repeat(200)))).matches("x{24}-[0-9a-f]{12}");
    }

    @Test
    void theEnvironmentSaysWhere() {
        Map<String, String> standard =
                Map.of("XDG_RUNTIME_DIR", "/run/user/7", "XDG_STATE_HOME", "/state", "HOME", "/h");

        ProjectPaths xdg = ProjectPaths.of(folder, standard);
        ProjectPaths home = ProjectPaths.of(folder, Map.of("HOME", "/h", "XDG_RUNTIME_DIR", ""));
        ProjectPaths own = ProjectPaths.of(folder, own());

        assertThat(xdg.runtime().getParent()).isEqualTo(Path.of("/run/user/7/foster"));
        assertThat(xdg.state().getParent()).isEqualTo(Path.of("/state/foster"));
        assertThat(String.valueOf(home.runtime().getParent())).matches("/tmp/foster-\\d+");
        assertThat(home.state().getParent()).isEqualTo(Path.of("/h/.local/state/foster"));
        assertThat(own.runtime().getParent()).isEqualTo(folder.resolve("r"));
        assertThat(own.state().getParent()).isEqualTo(folder.resolve("s"));
        assertThat(own.socket()).isEqualTo(own.runtime().resolve("socket"));
        assertThat(own.lock()).isEqualTo(own.state().resolve("lock"));
        assertThat(own.daemonFile()).isEqualTo(own.state().resolve("daemon.json"));
    }

    @Test
    void theFoldersAreForUsAlone() throws IOException {
        ProjectPaths paths = ProjectPaths.of(folder, own());

        paths.create();
        paths.create();

        for (Path made :
                new Path[] {
                    paths.runtime(), paths.state(), folder.resolve("r"), folder.resolve("s")
                }) {
            assertThat(mode(made)).isEqualTo("rwx------");
        }
    }

    private static String mode(Path folder) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
    }

    /** As {@code /tmp} is: open to everybody, who may only rename what is his. */
    private static final int STICKY_FOR_ALL = 01777;

    @Test
    void aFolderThatWasThereStaysAsItIs() throws IOException {
        for (int mode : new int[] {STICKY_FOR_ALL, 0755, 0775, 0700}) {
            Path root = Files.createDirectory(folder.resolve("r" + mode));
            Files.setAttribute(root, "unix:mode", mode);
            ProjectPaths paths =
                    ProjectPaths.of(
                            folder,
                            Map.of(
                                    "FOSTER_RUNTIME_DIR",
                                    root.toString(),
                                    "FOSTER_STATE_DIR",
                                    root.toString()));

            paths.create();
            paths.refuseStrangers();

            assertThat((int) Files.getAttribute(root, "unix:mode") & 07777).isEqualTo(mode);
            assertThat(mode(paths.runtime())).isEqualTo("rwx------");
        }
    }

    @Test
    void aFolderInWhichOthersCouldRenameIsRefusedAndStaysAsItIs() throws IOException {
        for (String open : List.of("rwxrwxrwx", "rwx----w-")) {
            Path root = Files.createDirectory(folder.resolve(open));
            Files.setPosixFilePermissions(root, PosixFilePermissions.fromString(open));
            ProjectPaths paths =
                    ProjectPaths.of(
                            folder,
                            Map.of(
                                    "FOSTER_RUNTIME_DIR",
                                    root.toString(),
                                    "FOSTER_STATE_DIR",
                                    folder.resolve("s").toString()));

            assertThatThrownBy(paths::create)
                    .isInstanceOf(ControlProblem.class)
                    .hasMessageMatching(
                            "cannot use the folder .*: others may write there.*; take .*");
            assertThat(mode(root)).isEqualTo(open);
        }
    }

    @Test
    void aProjectsFolderThatSomebodyOpenedToOthersIsRefused() throws IOException {
        ProjectPaths paths = ProjectPaths.of(folder, own());
        paths.create();
        Files.setPosixFilePermissions(
                paths.runtime(), PosixFilePermissions.fromString("rwxr-x---"));
        paths.create();
        assertThat(mode(paths.runtime())).as("whoever may read").isEqualTo("rwxr-x---");

        Files.setPosixFilePermissions(
                paths.runtime(), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(paths::create).hasMessageContaining("others may write there");
    }

    @Test
    void aLinkInPlaceOfOurFolderIsATrap() throws IOException {
        Files.createDirectory(folder.resolve("elsewhere"));
        Files.createSymbolicLink(folder.resolve("r"), folder.resolve("elsewhere"));

        assertThatThrownBy(() -> ProjectPaths.of(folder, own()).create())
                .isInstanceOf(ControlProblem.class)
                .hasMessageMatching("cannot use the folder .*/r: it is not a folder of yours; .*");
        assertThatThrownBy(() -> new ControlClient(ProjectPaths.of(folder, own()), "test"))
                .as("a client does not walk into it either")
                .hasMessageMatching("cannot use the folder .*/r: it is not a folder of yours; .*");
    }

    /** Only root can make one. */
    @Test
    void aFolderOfSomebodyElseIsRefused() throws IOException {
        Object uid = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        assumeTrue(uid.equals(0), "somebody else's folder");
        ProjectPaths paths = ProjectPaths.of(folder, own());
        paths.create();
        for (Path foreign : List.of(paths.runtime(), folder.resolve("r"))) {
            Files.setAttribute(foreign, "unix:uid", 12_345);

            assertThatThrownBy(paths::refuseStrangers)
                    .hasMessageMatching(
                            "cannot use the folder .*: it is not a folder of yours; .*");
            assertThatThrownBy(paths::create)
                    .hasMessageMatching(
                            "cannot use the folder .*: it is not a folder of yours; .*");
            Files.setAttribute(foreign, "unix:uid", 0);
        }
    }

    @Test
    void aSocketWhosePathIsTooLongIsRefusedWithAWayOut() {
        Path deep = folder.resolve("d".repeat(100));
        ProjectPaths paths =
                ProjectPaths.of(
                        folder,
                        Map.of("FOSTER_RUNTIME_DIR", deep.toString(), "FOSTER_STATE_DIR", "/x"));

        assertThatThrownBy(paths::create)
                .hasMessageMatching("cannot use .*107; set FOSTER_RUNTIME_DIR to a shorter folder");
        assertThat(deep).doesNotExist();
    }

    @Test
    void aFolderThatCannotBeMadeIsExplained() throws IOException {
        Files.writeString(folder.resolve("file"), "");
        ProjectPaths paths =
                ProjectPaths.of(
                        folder,
                        Map.of(
                                "FOSTER_RUNTIME_DIR",
                                folder.resolve("file/x").toString(),
                                "HOME",
                                "/"));

        assertThatThrownBy(paths::create)
                .isInstanceOf(ControlProblem.class)
                .hasMessageMatching("cannot make the folder .*: .*; .*");
    }

    @Test
    void aProjectIsFoundFromBelow() throws IOException {
        Path project = Files.createDirectories(folder.resolve("project"));
        Path below = Files.createDirectories(project.resolve("src/deep"));
        Files.writeString(project.resolve("foster.yaml"), "");

        assertThat(ProjectFolder.find(below, own()).directory()).isEqualTo(project.toRealPath());
    }

    @Test
    void aRunningDaemonMakesAProjectWithoutAFile() throws IOException {
        Path project = Files.createDirectories(folder.resolve("project"));
        Path below = Files.createDirectories(project.resolve("src"));
        ProjectPaths paths = ProjectPaths.of(project, own());
        paths.create();
        Files.writeString(paths.socket(), "");

        assertThat(ProjectFolder.find(below, own())).isEqualTo(paths);
    }

    @Test
    void withoutAnyTheFolderItselfIsTheProject() throws IOException {
        Path bare = Files.createDirectories(folder.resolve("bare"));

        assertThat(ProjectFolder.find(bare, own()).directory()).isEqualTo(bare.toRealPath());
    }

    private String name(Path directory) {
        return String.valueOf(ProjectPaths.of(directory, own()).runtime().getFileName());
    }

    private Map<String, String> own() {
        return Map.of(
                "FOSTER_RUNTIME_DIR", folder.resolve("r").toString(),
                "FOSTER_STATE_DIR", folder.resolve("s").toString());
    }
}
