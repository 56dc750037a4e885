package dev.foster.plugin.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.plugin.manifest.Inherit;
import dev.foster.process.Child;
import dev.foster.process.Line;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The Python and the pip of this machine, without a network. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class RealPythonTest extends RuntimeFixture {

    @BeforeEach
    void withoutANetwork() throws IOException {
        environment.putAll(System.getenv());
        environment.put("PIP_NO_INDEX", "1");
        file("kv.py", "import sys\nprint(sys.prefix)\n");
    }

    private List<String> run(LaunchCommand launch) throws InterruptedException {
        try (Child child = engine.spawn(launch.childSpec(new Inherit.Usual()))) {
            var exit = child.awaitExit();
            List<String> lines = child.output().tail(50).stream().map(Line::text).toList();
            assertThat(exit.clean()).as(String.join("\n", lines)).isTrue();
            return lines;
        }
    }

    @Test
    void aPluginThatNeedsNothingRunsOnTheSystemsPython() throws Exception {
        manifest("main: kv.py\npython: {version: '>=3.6'}");
        assertThat(run(prepare())).hasSize(1);
        assertThat(environments()).isEmpty();
    }

    @Test
    void anEmptyEnvironmentIsARealOne() throws Exception {
        manifest("main: kv.py\npython: {mode: venv}");
        assertThat(run(prepare())).containsExactly(environments().getFirst().toString());
    }

    @Test
    void aPackageFromAFolderIsInstalledAndImported() throws Exception {
        manifest("main: kv.py");
        wheel(plugin.resolve("wheels/tiny_greeting-1.0-py3-none-any.whl"));
        file("requirements.txt", "--find-links ./wheels\ntiny-greeting==1.0\n");
        file("kv.py", "import tiny_greeting\nprint(tiny_greeting.WORD)\n");
        assertThat(run(prepare())).containsExactly("hello");
        assertThat(progress)
                .anyMatch(line -> line.contains("Successfully installed tiny-greeting"));
        progress.clear();
        // A new host finds it as it is.
        assertThat(run(prepare())).containsExactly("hello");
        assertThat(progress).isEmpty();
    }

    @Test
    void ourOwnPackageIsBuiltFromItsSource() throws Exception {
        Path sdk = Files.createDirectories(temporary.resolve("sdk"));
        Files.writeString(
                sdk.resolve("pyproject.toml"),
                "[build-system]\nrequires = []\nbuild-backend = 'backend'\nbackend-path = ['.']\n"
                        + "[project]\nname = 'foster-plugin'\nversion = '0.1'\n");
        Files.writeString(
                sdk.resolve("backend.py"),
                """
                import os, zipfile
                def build_wheel(folder, settings=None, metadata=None):
                    name = 'foster_plugin-0.1-py3-none-any.whl'
                    with zipfile.ZipFile(os.path.join(folder, name), 'w') as z:
                        z.writestr('foster_plugin.py', "WORD = 'from the source'")
                        z.writestr('foster_plugin-0.1.dist-info/METADATA',
                                   'Metadata-Version: 2.1\\nName: foster-plugin\\nVersion: 0.1\\n')
                        z.writestr('foster_plugin-0.1.dist-info/WHEEL',
                                   'Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
                        z.writestr('foster_plugin-0.1.dist-info/RECORD', '')
                    return name
                """);
        manifest("main: kv.py");
        file("requirements.txt", "foster-plugin>=0.1\n");
        file("kv.py", "import foster_plugin\nprint(foster_plugin.WORD)\n");
        assertThat(run(prepare(options().pythonSdk(sdk)))).containsExactly("from the source");
        try (var left = Files.list(sdk)) {
            assertThat(left.map(it -> it.getFileName().toString()))
                    .containsExactlyInAnyOrder("pyproject.toml", "backend.py");
        }
    }

    @Test
    void aPackageThatIsNowhereIsAClearError() throws Exception {
        manifest("main: kv.py");
        file("requirements.txt", "no-such-package-at-all\n");
        org.assertj.core.api.Assertions.assertThatThrownBy(this::prepare)
                .isInstanceOf(RuntimeProblem.class)
                .hasMessageContaining("no index has what is required")
                .hasMessageContaining("no-such-package-at-all");
        assertThat(environments()).isEmpty();
    }

    private static void wheel(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Map<String, String> content =
                Map.of(
                        "tiny_greeting.py", "WORD = 'hello'\n",
                        "tiny_greeting-1.0.dist-info/METADATA",
                                "Metadata-Version: 2.1\nName: tiny-greeting\nVersion: 1.0\n",
                        "tiny_greeting-1.0.dist-info/WHEEL",
                                "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
                        "tiny_greeting-1.0.dist-info/RECORD", "");
        try (OutputStream out = Files.newOutputStream(file);
                var zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> entry : content.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(UTF_8));
            }
        }
    }
}
