package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Where programs are looked for. */
@DisabledOnOs(OS.WINDOWS)
class SearchPathTest {
    @TempDir Path home;
    private Path first;
    private Path second;

    @BeforeEach
    void folders() throws IOException {
        first = Files.createDirectory(home.resolve("first"));
        second = Files.createDirectory(home.resolve("second"));
    }

    private SearchPath both() {
        return SearchPath.of(first + ":" + second);
    }

    private static Path program(Path folder) throws IOException {
        Path file = file(folder);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private static Path file(Path folder) throws IOException {
        return Files.writeString(folder.resolve("tool"), "#!/bin/sh\n");
    }

    @Test
    void theFirstProgramOfTheNameIsTheOne() throws Exception {
        Path late = program(second);
        assertThat(both().find("tool")).contains(late);

        Path early = program(first);
        assertThat(both().find("tool")).contains(early);
        assertThat(both().all("tool")).containsExactly(early, late);
        assertThat(both().find("other")).isEmpty();
    }

    @Test
    void whatCannotBeExecutedIsNoProgram() throws Exception {
        Files.createDirectory(first.resolve("tool"));
        assertThat(both().find("tool")).isEmpty();
        assertThat(both().findFile("tool")).isEmpty();

        Path plain = file(second);
        assertThat(both().find("tool")).isEmpty();
        assertThat(both().findFile("tool")).contains(plain);
    }

    @Test
    void aProgramWithTwoNamesIsThereOnce() throws Exception {
        Path file = program(first);
        Files.createSymbolicLink(second.resolve("tool"), file);

        assertThat(both().all("tool")).containsExactly(file);
    }

    @Test
    void relativeAndEmptyFoldersBeginInTheDirectory() throws Exception {
        program(first);
        program(home);

        for (String entry : new String[] {"", ":/nowhere", "/nowhere:", "/nowhere::", "."}) {
            SearchPath path = SearchPath.of("/nowhere:" + entry);
            assertThat(path.find("tool")).as(entry).isEmpty();
            assertThat(path.from(home).find("tool"))
                    .as(entry)
                    .hasValueSatisfying(
                            it -> assertThat(it.normalize()).isEqualTo(home.resolve("tool")));
        }
        assertThat(SearchPath.of("first").from(home).find("tool")).contains(first.resolve("tool"));
        assertThat(SearchPath.of("first").find("tool")).isEmpty();
    }

    @Test
    void aDirectoryThatIsTheOwnOneIsNotTheRoot() {
        assertThat(SearchPath.of("bin").from(Path.of("")).find("sh")).isEmpty();
    }

    @Test
    void whoHasNoPathFindsWhatIsUsual() {
        assertThat(SearchPath.of(Map.of()).find("sh")).isPresent();
        assertThat(SearchPath.of(Map.of("PATH", "")).find("sh")).isPresent();
        assertThat(SearchPath.of(Map.of("PATH", first.toString())).find("sh")).isEmpty();
    }

    @Test
    void aNameThatNoFileCanHaveIsNotFound() {
        assertThat(both().find("to\0ol")).isEmpty();
        assertThat(SearchPath.of(first + "\0:" + second).all("tool")).isEmpty();
    }

    @Test
    void aChildsOwnPathIsTheOneItsCommandIsFoundIn() throws Exception {
        Path early = program(first);
        ChildSpec child = ChildSpec.of("tool");

        assertThat(SearchPath.of(child.environment("PATH", first.toString())).find("tool"))
                .contains(early);
        assertThat(SearchPath.of(child.environment("PATH", "first").directory(home)).find("tool"))
                .contains(early);
        assertThat(SearchPath.of(child).folders()).isEqualTo(System.getenv("PATH"));
        assertThat(SearchPath.of(child.environment(Environment.inheritNone())).folders())
                .isEqualTo(SearchPath.of(Map.of()).folders());
    }
}
