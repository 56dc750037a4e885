package dev.foster.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
        Files.createDirectory(folder.resolve("r"));
        Files.setPosixFilePermissions(
                folder.resolve("r"), PosixFilePermissions.fromString("rwxrwxrwx"));

        paths.create();
        paths.create();

        for (Path made :
                new Path[] {
                    paths.runtime(), paths.state(), folder.resolve("r"), folder.resolve("s")
                }) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
                    .isEqualTo("rwx------");
        }
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

    /** Everybody but root finds one ready made; root can make one. */
    @Test
    void aFolderOfSomebodyElseIsRefused() throws IOException {
        Path foreign = Path.of("/proc/1");
        Object uid = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        ProjectPaths paths =
                ProjectPaths.of(folder, Map.of("FOSTER_RUNTIME_DIR", foreign.toString()));

        if (Files.getAttribute(foreign, "unix:uid").equals(uid)) {
            Path root = Files.createDirectory(folder.resolve("r"));
            Files.setAttribute(root, "unix:uid", 12_345);
            paths = ProjectPaths.of(folder, own());
        }

        assertThatThrownBy(paths::refuseStrangers)
                .hasMessageMatching("cannot use the folder .*: it is not a folder of yours; .*");
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
