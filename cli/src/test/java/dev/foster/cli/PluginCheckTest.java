package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Real plugins, checked by the packaged program: the examples, and what a new one begins as. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PluginCheckTest {

    private static void assertGood(TestProject project, String folder) {
        Program.Setup setup =
                project.setup()
                        .with("FOSTER_SDK_PYTHON", PluginKit.pythonSdk().toString())
                        .with("XDG_CACHE_HOME", PluginKit.cache().toString());
        try (Program check =
                setup.start("plugin", "check", "--timeout", "300s", "--verbose", folder)) {
            Program.Result result = check.awaitEnd(java.time.Duration.ofMinutes(6));
            assertThat(result.output().lines())
                    .as(result.output() + result.errors())
                    .hasSize(8)
                    .allMatch(line -> line.startsWith("✓ "));
            assertThat(result.output())
                    .contains("it ended when it was asked through its connection");
            assertThat(result.code()).isZero();
        }
    }

    @Test
    void theExampleInGoIsGood() {
        try (var project = TestProject.empty()) {
            PluginKit.goExample(project.folder().resolve("kv"));
            assertGood(project, "kv");
        }
    }

    @Test
    void theExampleInPythonIsGood() {
        PluginKit.requires("python3");
        try (var project = TestProject.empty()) {
            PluginKit.copy(PluginKit.example("python"), project.folder().resolve("kv"));
            assertGood(project, "kv");
        }
    }

    @Test
    void aNewPluginInPythonIsGoodAsItIs() {
        PluginKit.requires("python3");
        try (var project = TestProject.of("plugins_dir: plugins")) {
            assertThat(project.run("plugin", "new", "greeter").code()).isZero();
            assertGood(project, "plugins/greeter");
        }
    }

    @Test
    void aNewPluginInGoIsGoodOnceBuilt() {
        PluginKit.requires("go");
        try (var project = TestProject.of("plugins_dir: plugins")) {
            assertThat(project.run("plugin", "new", "greeter", "--lang", "go").code()).isZero();
            Path folder = project.folder().resolve("plugins/greeter");
            PluginKit.buildGo(folder, "greeter");
            assertGood(project, "plugins/greeter");
        }
    }

    @Test
    void aNewPluginInJavaScriptIsGoodOnceItHasWhatItNeeds() {
        PluginKit.requires("npm");
        try (var project = TestProject.of("plugins_dir: plugins")) {
            assertThat(project.run("plugin", "new", "greeter", "--lang", "node").code()).isZero();
            Path folder = project.folder().resolve("plugins/greeter");
            PluginKit.run(folder, "npm", "install", "--no-audit", "--no-fund");
            assertGood(project, "plugins/greeter");
        }
    }
}
