package dev.foster.plugin.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.plugin.manifest.Inherit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Which Python runs a plugin. Every interpreter here is a script. */
class InterpreterSearchTest extends RuntimeFixture {

    @BeforeEach
    void onlyOurs() throws IOException {
        environment.put("PATH", path.toString());
        manifest("main: kv.py\n");
        file("kv.py", "");
    }

    private String chosen() throws InterruptedException {
        return temporary.relativize(Path.of(prepare().command().getFirst())).toString();
    }

    @Test
    void theOrderIsVenvThenDotVenvThenPython3ThenPython() throws Exception {
        fake.put(path.resolve("python"), "3.12.1");
        assertThat(chosen()).isEqualTo("bin/python");
        fake.put(path.resolve("python3"), "3.12.1");
        assertThat(chosen()).isEqualTo("bin/python3");
        fake.put(plugin.resolve(".venv/bin/python3"), "3.12.1");
        assertThat(chosen()).isEqualTo("kv/.venv/bin/python3");
        fake.put(plugin.resolve(".venv/bin/python"), "3.12.1");
        assertThat(chosen()).isEqualTo("kv/.venv/bin/python");
        fake.put(plugin.resolve("venv/bin/python3"), "3.12.1");
        assertThat(chosen()).isEqualTo("kv/venv/bin/python3");
        fake.put(plugin.resolve("venv/bin/python"), "3.12.1");
        assertThat(chosen()).isEqualTo("kv/venv/bin/python");
        manifest("main: kv.py\npython: {mode: system}");
        assertThat(chosen()).isEqualTo("bin/python3");
        assertThat(fake.done()).isEmpty();
    }

    @Test
    void anEnvironmentInTheFolderIsEntered() throws Exception {
        fake.put(plugin.resolve("env/bin/python"), "3.12.1");
        manifest("main: kv.py\npython: {venv: env}");
        LaunchCommand launch = prepare();
        assertThat(launch.command())
                .containsExactly(
                        plugin.resolve("env/bin/python").toString(),
                        plugin.resolve("kv.py").toString());
        assertThat(launch.environment())
                .containsEntry("VIRTUAL_ENV", plugin.resolve("env").toString())
                .containsEntry("PATH", plugin.resolve("env/bin") + ":" + path)
                .containsEntry("PYTHONUNBUFFERED", "1");
        assertThat(launch.removed()).containsExactlyInAnyOrder("PYTHONHOME", "PYTHONPATH");
        assertThat(launch.environment(new Inherit.All()).inherits("PYTHONHOME")).isFalse();
    }

    @Test
    void whatTheManifestSetsIsNotRemoved() throws Exception {
        fake.put(path.resolve("python3"), "3.12.1");
        manifest("main: kv.py\nenvironment: {PYTHONPATH: lib}");
        assertThat(prepare().removed()).containsExactly("PYTHONHOME");
        assertThat(prepare().environment()).containsEntry("PYTHONPATH", "lib");
    }

    @Test
    void aWrongVersionIsPassedOverForARightOne() throws Exception {
        fake.put(path.resolve("python3"), "3.8.10");
        fake.put(path.resolve("python"), "3.12.1");
        manifest("main: kv.py\npython: {version: '>=3.10'}");
        assertThat(chosen()).isEqualTo("bin/python");
    }

    @Test
    void wrongVersionsAreRefusedBeforeAnythingElseIsStarted() throws Exception {
        fake.put(plugin.resolve("venv/bin/python"), "3.7.0");
        fake.put(path.resolve("python3"), "3.8.10");
        fake.put(path.resolve("python"), "2.7.18");
        file("requirements.txt", "grpcio\n");
        manifest("main: kv.py\npython: {version: '>=3.10'}");
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RuntimeProblem.class)
                .hasMessageContaining("it needs Python (>=3.10), but")
                .hasMessageContaining("venv/bin/python is 3.7.0")
                .hasMessageContaining("bin/python3 is 3.8.10")
                .hasMessageContaining("bin/python is 2.7.18");
        assertThat(fake.done()).isEmpty();
    }

    @Test
    void whatTheProjectAsksForCountsToo() throws Exception {
        fake.put(path.resolve("python3"), "3.11.0");
        file("pyproject.toml", "[project]\nrequires-python = '>=3.12'\n");
        assertThatThrownBy(this::prepare).hasMessageContaining("(>=3.12)");
    }

    @Test
    void withoutAnyPythonTheErrorSaysWhereItWasLookedFor() {
        assertThatThrownBy(this::prepare)
                .hasMessageContaining("there is no python3 or python in PATH " + path);
    }

    @Test
    void aSilentInterpreterIsKilledWithItsChildren() throws Exception {
        FakePython.script(path.resolve("python3"), "/bin/sleep 1000 & /bin/sleep 1000");
        RuntimeOptions hasty = options().questionLimit(Duration.ofMillis(500));
        assertThatThrownBy(() -> prepare(hasty))
                .hasMessageContaining("bin/python3 did not say its version within 500 ms");
    }

    @Test
    void anInterpreterThatTalksNonsenseIsPassedOver() throws Exception {
        FakePython.script(path.resolve("python3"), "echo Python 3.12; echo broken >&2; exit 3");
        assertThatThrownBy(this::prepare)
                .hasMessageContaining("python3 did not say its version (exit 3: ");
        FakePython.script(path.resolve("python3"), "/usr/bin/yes | /usr/bin/head -c 3000000");
        assertThatThrownBy(this::prepare).hasMessageContaining("did not say its version (exit 0");
        Files.delete(path.resolve("python3"));
        FakePython.script(path.resolve("python3"), "");
        Files.writeString(path.resolve("python3"), "#!/no/such/interpreter\n");
        assertThatThrownBy(this::prepare).hasMessageContaining("python3 cannot be started");
    }

    @Test
    void anEnvironmentInTheFolderWhoseInterpreterIsGoneIsPassedOver() throws Exception {
        Files.createDirectories(plugin.resolve("venv/bin"));
        Files.createSymbolicLink(plugin.resolve("venv/bin/python"), temporary.resolve("gone"));
        fake.put(path.resolve("python3"), "3.12.1");
        assertThat(chosen()).isEqualTo("bin/python3");
        assertThat(progress).anyMatch(line -> line.contains("venv/bin/python leads nowhere"));
    }

    @Test
    void bundledPackagesAreFoundWithoutAnyInstallation() throws Exception {
        fake.put(path.resolve("python3"), "3.12.1");
        file("requirements.txt", "grpcio\n");
        Files.createDirectories(plugin.resolve("vendor"));
        manifest("main: kv.py\npython: {mode: bundled}");
        assertThat(prepare().environment())
                .containsEntry("PYTHONPATH", plugin.resolve("vendor").toString());
        assertThat(fake.done()).isEmpty();
    }

    @Test
    void aModuleIsRunByItsName() throws Exception {
        fake.put(path.resolve("python3"), "3.12.1");
        manifest("runtime: python\npython: {module: kv.server}\nargs: [x]");
        assertThat(prepare().command()).endsWith("-m", "kv.server", "x");
    }
}
