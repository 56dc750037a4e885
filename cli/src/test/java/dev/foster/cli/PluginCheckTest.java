package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Real plugins, checked by the packaged program: the examples, and what a new one begins as. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PluginCheckTest {

    private static void assertGood(TestProject project, String folder) {
        PluginKit.patient(project.folder().resolve(folder));
        assertThat(goodCheck(project, folder))
                .contains("it ended when it was asked through its connection");
    }

    private static String goodCheck(TestProject project, String folder) {
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
            assertThat(result.code()).isZero();
            return result.output();
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
    void aNewPluginInPythonThatTalksNatsIsGoodAsItIs() {
        PluginKit.requires("python3");
        try (var project = TestProject.of("plugins_dir: plugins")) {
            assertThat(project.run("plugin", "new", "greeter", "--protocol", "nats").code())
                    .isZero();
            assertThat(goodCheck(project, "plugins/greeter"))
                    .contains(
                            "version 0.1.0, it listens to foster.command.greeter.hello",
                            "it listens for !hello",
                            "its permissions cover all that it listens to",
                            "it ended on the signal");
        }
    }

    @Test
    void aNewPluginInJavaThatTalksNatsIsGoodOnceBuilt() {
        try (var project = TestProject.of("plugins_dir: plugins")) {
            String[] words = {"plugin", "new", "greeter", "--lang", "java", "--protocol", "nats"};
            assertThat(project.run(words).code()).isZero();
            buildJar(project.folder().resolve("plugins/greeter"));
            assertThat(goodCheck(project, "plugins/greeter"))
                    .contains(
                            "version 0.1.0, it listens to foster.command.greeter.hello",
                            "it ended on the signal");
        }
    }

    /** What Maven would do, which has no SDK to offer before this build is over. */
    private static void buildJar(Path folder) {
        Path home = Path.of(System.getProperty("java.home"), "bin");
        PluginKit.run(
                folder,
                home.resolve("javac").toString(),
                "--class-path",
                System.getProperty("java.class.path"),
                "-d",
                "target/classes",
                "src/main/java/greeter/GreeterPlugin.java");
        PluginKit.run(
                folder,
                home.resolve("jar").toString(),
                "--create",
                "--file=target/plugin.jar",
                "-C",
                "target/classes",
                ".",
                "-C",
                "src/main/resources",
                ".");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dice-roller", "trivia"})
    void theBotsInPythonAreGood(String bot) {
        PluginKit.requires("python3");
        try (var project = TestProject.empty()) {
            PluginKit.copy(PluginKit.bot(bot), project.folder().resolve(bot));
            assertThat(goodCheck(project, bot)).contains("it ended on the signal");
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
