package dev.foster.plugin.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.plugin.manifest.Launch.Entry;
import dev.foster.plugin.manifest.Launch.Mode;
import dev.foster.plugin.manifest.Launch.Program;
import dev.foster.plugin.manifest.PluginManifest.Format;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Manifests that were written for Mattermost, read as they are. */
class MattermostManifestTest {
    private static final String NATIVE =
            """
            {
              "id": "com.Example.Demo",
              "name": "Demo",
              "description": "shows things",
              "homepage_url": "https://example.com",
              "icon_path": "assets/icon.svg",
              "version": "0.10.3",
              "min_server_version": "7.1.0",
              "server": {
                "executables": {
                  "linux-amd64": "server/dist/plugin-linux-amd64",
                  "darwin-arm64": "server/dist/plugin-darwin-arm64"
                },
                "executable": ""
              },
              "webapp": {"bundle_path": "webapp/dist/main.js"},
              "settings_schema": {"header": "", "settings": [{"key": "a", "type": "bool", "default": true}]},
              "props": {"anything": [1, 2, {"x": null}]}
            }
            """;

    private static final String PYTHON =
            """
            {
              "id": "hello-python",
              "version": "1.0.0",
              "server": {
                "executable": "server/plugin.py",
                "runtime": "python",
                "python_version": ">=3.9,<4",
                "python": {
                  "dependency_mode": "venv",
                  "venv_path": "server/venv",
                  "requirements_path": "server/requirements.txt"
                }
              }
            }
            """;

    @TempDir Path folder;

    @Test
    void theExecutableOfThisPlatformIsRun() {
        PluginManifest manifest = Manifests.json(folder, NATIVE);
        assertThat(manifest.origin().format()).isEqualTo(Format.MATTERMOST);
        assertThat(manifest.id()).isEqualTo("com.example.demo");
        assertThat(manifest.minimumHost()).contains("7.1.0");
        assertThat(manifest.launch())
                .isEqualTo(
                        new Launch.Exec(
                                new Program.InFolder(
                                        folder.resolve("server/dist/plugin-linux-amd64")),
                                List.of()));
        assertThat(manifest.terms().startTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(manifest.terms().cookie()).contains(ProtocolTerms.Cookie.MATTERMOST);
    }

    @Test
    void aPlatformItHasNoExecutableForIsNamed() {
        assertThatThrownBy(
                        () ->
                                ManifestReader.parse(
                                        folder,
                                        folder.resolve("plugin.json"),
                                        NATIVE,
                                        new Platform("windows", "amd64")))
                .hasMessageContaining("there is none for windows-amd64, only for linux-amd64");
    }

    @Test
    void whatItSaysAboutPythonIsUsed() {
        PluginManifest manifest = Manifests.json(folder, PYTHON);
        assertThat(manifest.launch())
                .isInstanceOfSatisfying(
                        Launch.Python.class,
                        python -> {
                            assertThat(python.entry())
                                    .isEqualTo(
                                            new Entry.Script(folder.resolve("server/plugin.py")));
                            assertThat(python.version().written()).isEqualTo(">=3.9,<4");
                            assertThat(python.mode()).isEqualTo(Mode.VENV);
                            assertThat(python.venv()).contains(folder.resolve("server/venv"));
                            assertThat(python.requirements())
                                    .contains(folder.resolve("server/requirements.txt"));
                        });
        assertThat(manifest.terms().startTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(manifest.surroundings().workingDirectory()).isEqualTo(folder);
    }

    @Test
    void anExecutableThatEndsInPyIsRunByPython() {
        assertThat(
                        Manifests.json(
                                        folder,
                                        "{\"id\": \"abc\", \"server\": {\"executable\": \"a.py\"}}")
                                .launch())
                .isInstanceOf(Launch.Python.class);
    }

    @Test
    void theSameInYamlIsReadToo() {
        PluginManifest manifest =
                Manifests.yaml(folder, "id: abc\nunknown: 1\nserver:\n  executable: server/run\n");
        assertThat(manifest.origin().format()).isEqualTo(Format.MATTERMOST);
        assertThat(manifest.launch()).isInstanceOf(Launch.Exec.class);
    }

    @Test
    void badOnesAreRefusedWithTheirPlace() {
        assertThat(
                        Manifests.refused(
                                folder, "{\"id\": \"ab\", \"server\": {\"executable\": \"x\"}}"))
                .startsWith("plugin.yaml:1:8: cannot read id");
        assertThat(Manifests.refused(folder, "id: ...\nserver: {executable: x}"))
                .contains("cannot read id");
        assertThat(Manifests.refused(folder, "id: abc\nserver: {executable: ../../bin/sh}"))
                .startsWith("plugin.yaml:2:22: cannot read server.executable:")
                .contains("leads out of the plugin's folder");
        assertThat(Manifests.refused(folder, "id: abc\nversion: 1.0\nserver: {executable: x}"))
                .contains("cannot read version");
        assertThat(Manifests.refused(folder, "id: abc\nserver: {executable: x, runtime: ruby}"))
                .contains("expected one of python, go");
        assertThat(Manifests.refused(folder, "id: abc\nwebapp: {bundle_path: x}"))
                .contains("there is nothing to run");
        assertThat(
                        Manifests.refused(
                                folder,
                                "id: abc\nserver: {executable: x.py, python_version: 'later'}"))
                .contains("cannot read server.python_version: \"later\" is no version");
    }
}
