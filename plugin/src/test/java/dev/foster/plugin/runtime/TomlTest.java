package dev.foster.plugin.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** What a project says it depends on is found among everything else it says. */
class TomlTest {
    private static final String PROJECT =
            """
            # a project
            project.license = "MIT"
            [build-system]
            requires = ["setuptools"]  # not these
            dependencies = ["wrong"]
            [project]
            name = 'kv'
            version = "1.0"
            requires-python = ">=3.10"
            authors = [{name = "A, \\"B\\"", email = "a@b"}, ]
            description = \"\"\"
            many ] lines
            dependencies = ["wrong"]
            \"\"\"
            dependencies = [
              "grpcio>=1.60",   # with a ] and a "
              'attrs[all] ; python_version < "3.11"',
              "caf\\u00e9",
            ]
            keywords = [["nested", 1], true, 2026-07-04T10:00:00Z]
            [project.optional-dependencies]
            dependencies = ["wrong"]
            [[tool.x]]
            dependencies = ["wrong"]
            """;

    @Test
    void theListOfTheProjectIsFound() throws Toml.Broken {
        var texts = Toml.texts(PROJECT, "project");
        assertThat(texts.get("dependencies"))
                .containsExactly("grpcio>=1.60", "attrs[all] ; python_version < \"3.11\"", "café");
        assertThat(texts.get("requires-python")).containsExactly(">=3.10");
        assertThat(texts.get("license")).containsExactly("MIT");
        assertThat(texts.get("authors")).isEmpty();
        assertThat(Toml.texts("dependencies = []\r\nx = 1\r\n", "").get("dependencies")).isEmpty();
        assertThat(Toml.texts("", "project")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a =",
                "a = [",
                "a = ['x' 'y']",
                "a = 'x",
                "a = \"x\ny\"",
                "[a",
                "= 1",
                "a = {b = 1",
                "a = \"\\q\"",
                "a = 'x' y",
                "a = '''x"
            })
    void whatIsNoTomlIsRefusedWithItsLine(String text) {
        assertThatThrownBy(() -> Toml.texts(text, ""))
                .isInstanceOf(Toml.Broken.class)
                .hasMessageStartingWith("line ");
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void anyTextIsReadOrRefused() {
        long seed = Long.getLong("foster.fuzz.seed", 20_260_704L);
        var random = new Random(seed);
        String odd = "[]{}=,.'\"\\#\n x1";
        int read = 0;
        for (int round = 0; round < 5_000; round++) {
            var text = new StringBuilder(PROJECT);
            for (int i = random.nextInt(6); i >= 0; i--) {
                text.insert(
                        random.nextInt(text.length()), odd.charAt(random.nextInt(odd.length())));
            }
            try {
                var _ = Toml.texts(text.toString(), "project");
                read++;
            } catch (Toml.Broken broken) {
                assertThat(broken).hasMessageStartingWith("line ");
            } catch (RuntimeException | StackOverflowError crash) {
                throw new AssertionError("seed " + seed + " round " + round + ":\n" + text, crash);
            }
        }
        assertThat(read).isPositive();
        assertThatThrownBy(() -> Toml.texts("a = " + "[".repeat(100_000), ""))
                .hasMessageContaining("nested too deep");
    }

    @Test
    void namesOfPackagesAreCompared() {
        assertThat(
                        List.of(
                                "Foster.Plugin>=1",
                                "foster_plugin[x]",
                                "foster-plugin @ file:///x",
                                "foster--plugin"))
                .allSatisfy(line -> assertThat(Requirements.name(line)).contains("foster-plugin"));
        assertThat(List.of("./foster-plugin", "-e foster", "--pre", "https://x/foster.whl"))
                .allSatisfy(line -> assertThat(Requirements.name(line)).isEmpty());
    }
}
