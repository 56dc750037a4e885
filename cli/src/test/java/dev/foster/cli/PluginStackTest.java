package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Plugins among the processes of a project, with the packaged program. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PluginStackTest {
    private static final String STACK =
            """
            plugins_dir: plugins
            plugins:
              kv-go:
                environment: {KV: "1"}
                restart: {backoff: [0s]}
                start_timeout: 60s
            processes:
              web: {command: "echo hello; exec sleep 1000", depends_on: {kv-go: ready}}
            """;

    /**
     * Prints once it serves: after the handshake the SDK puts streams to the host in the place of
     * its own, last that for errors.
     */
    private static final String TALK =
            """
            import sys
            import threading
            import time


            def talk(own):
                while sys.stderr is own:
                    time.sleep(0.01)
                print("printed out", flush=True)
                print("printed err", file=sys.stderr, flush=True)


            threading.Thread(target=talk, args=(sys.stderr,), daemon=True).start()


            def get(\
            """;

    private static Program.Setup setup(TestProject project) {
        return project.setup()
                .with("FOSTER_SDK_PYTHON", PluginKit.pythonSdk().toString())
                .with("XDG_CACHE_HOME", PluginKit.cache().toString());
    }

    /** The folders in which plugins of a project have their sockets. */
    private static Program.Setup socketsIn(Program.Setup setup, Path folder) throws IOException {
        Files.createDirectories(folder);
        return setup.with("TMPDIR", folder.toString());
    }

    @Test
    void aGoPluginIsRaisedLikeAProcess() throws IOException {
        try (var project = TestProject.of(STACK)) {
            PluginKit.patient(PluginKit.goExample(project.folder().resolve("plugins/kv-go")));
            Path sockets = project.folder().resolve("t");
            try (Program up = socketsIn(setup(project), sockets).start("up")) {
                project.await("web", ProcessState.RUNNING);
                ProcessView first = project.await("kv-go", ProcessView::ready);
                assertThat(first.kind()).isEqualTo(ProcessView.PLUGIN);
                assertThat(first.protocolVersion()).contains(1L);
                assertThat(first.command()).containsExactly("./kv");
                assertThat(project.process("web").kind()).isEqualTo(ProcessView.PROCESS);
                assertThat(project.run("ps").output()).containsPattern("kv-go +running +yes");
                assertThat(project.run("why", "kv-go").output()).contains("running and ready");
                assertThat(project.run("plan").output()).contains("nothing would change");
                assertLogged(project);

                Program.signal("KILL", first.pid().orElseThrow());

                ProcessView second =
                        project.await(
                                "kv-go", view -> view.ready() && !view.pid().equals(first.pid()));
                assertThat(second.restarts()).isEqualTo(1);
                assertThat(second.protocolVersion()).contains(1L);

                assertThat(project.run("stop", "kv-go").code()).isZero();
                ProcessView stopped = project.process("kv-go");
                assertThat(stopped.exit()).as("it was asked, not killed").contains("exit 0");
                assertThat(stopped.protocolVersion()).isEmpty();
                assertThat(project.run("start", "kv-go").code()).isZero();

                assertThat(project.run("down").code()).isZero();
                assertThat(up.awaitEnd().code()).isZero();
            }
            try (var left = Files.list(sockets)) {
                assertThat(left.filter(it -> it.getFileName().toString().matches("foster-\\d+")))
                        .as("folders for sockets")
                        .isEmpty();
            }
        }
    }

    private static void assertLogged(TestProject project) {
        project.awaitPrinted(
                List.of("logs", "--json", "kv-go"),
                "{\\\"@level\\\":\\\"debug\\\"",
                "plugin address");
        assertThat(project.run("logs", "kv-go").output())
                .containsPattern("kv-go \\| \\[DEBUG\\] plugin address address=\\S+ network=unix");
    }

    @Test
    void aManifestThatChangedMeansARestart() throws IOException {
        try (var project = TestProject.of(STACK)) {
            Path manifest =
                    PluginKit.goExample(project.folder().resolve("plugins/kv-go"))
                            .resolve("plugin.yaml");
            try (Program up = setup(project).start("up")) {
                ProcessView first = project.await("kv-go", ProcessView::ready);
                Files.writeString(manifest, Files.readString(manifest) + "description: new\n");
                assertThat(project.run("plan").output())
                        .contains("restart kv-go: description: none -> new; its manifest");
                assertThat(project.run("reload").code()).isZero();
                assertThat(project.process("kv-go").pid()).isNotEqualTo(first.pid());

                assertThat(project.run("plugin", "disable", "kv-go").output())
                        .contains("kv-go is disabled and stopped");
                assertThat(project.run("reload").code()).isZero();
                assertThat(project.process("kv-go").pid()).isEmpty();
                project.run("down");
                up.awaitEnd();
            }
            try (Program up = setup(project).start("up")) {
                project.await("kv-go", ProcessState.DISABLED);
                assertThat(project.run("plugin", "enable", "kv-go").output())
                        .contains("kv-go is enabled and runs");
                project.run("down");
                up.awaitEnd();
            }
        }
    }

    @Test
    void aPythonPluginGetsTheEnvironmentItNeeds() throws IOException {
        PluginKit.requires("python3");
        try (var project =
                TestProject.of(
                        """
                        plugins: {kv-python: {config: {size: 3}, start_timeout: 60s}}
                        """)) {
            Path plugin =
                    PluginKit.copy(
                            PluginKit.example("python"),
                            project.folder().resolve("plugins/kv-python"));
            PluginKit.patient(plugin);
            Path program = plugin.resolve("plugin.py");
            Files.writeString(program, Files.readString(program).replace("def get(", TALK));
            try (Program up = setup(project).start("up")) {
                Eventually.until(
                        java.time.Duration.ofMinutes(5),
                        "the plugin is ready",
                        () -> project.running() && project.process("kv-python").ready());
                ProcessView view = project.process("kv-python");
                assertThat(view.protocolVersion()).contains(1L);
                awaitLine(project, "\"stream\":\"out\",\"text\":\"printed out\"");
                awaitLine(project, "\"stream\":\"err\",\"text\":\"printed err\"");
                long pid = view.pid().orElseThrow();
                assertThat(variables(pid))
                        .contains("FOSTER_PLUGIN_ID=kv-python")
                        .contains("FOSTER_PLUGIN_CONFIG={\"size\":3}");
                assertThat(project.run("down").code()).isZero();
                assertThat(up.awaitEnd().output()).contains("exit 0");
            }
        }
    }

    private static void awaitLine(TestProject project, String text) {
        Eventually.until(
                Program.LIMIT,
                text + " is in the log",
                () ->
                        project.run("logs", "--json", "-n", "all", "kv-python")
                                .output()
                                .contains(text));
    }

    private static String variables(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/environ")).replace('\0', '\n');
        } catch (IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
    }

    @Test
    void aBrokenManifestIsAMistakeInTheConfiguration() throws IOException {
        try (var project = TestProject.of(STACK)) {
            Files.createDirectories(project.folder().resolve("plugins/kv-go"));
            project.write("plugins/kv-go/plugin.yaml", "id: kv-go\ncommand: []\n");
            for (String verb : new String[] {"validate", "up"}) {
                Program.Result result = project.run(verb);
                assertThat(result.errors()).contains("plugins/kv-go/plugin.yaml:2:10: cannot");
                assertThat(result.code()).isEqualTo(2);
            }
        }
    }

    @Test
    void aPluginThatNeverSpeaksIsExplained() throws IOException {
        try (var project = TestProject.of("plugins: {mute: {restart: no, start_timeout: 1s}}")) {
            Files.createDirectories(project.folder().resolve("plugins/mute"));
            project.write("plugins/mute/plugin.yaml", "id: mute\ncommand: [sleep, '1000']\n");

            Program.Result result = project.run("up");

            assertThat(result.output()).contains("mute * ").contains("no handshake within");
            assertThat(result.code()).isNotZero();
        }
    }

    @Test
    void withoutPluginsNothingThatSpeaksWithThemIsLoaded() throws IOException {
        try (var project = TestProject.of("processes: {web: {command: \"true\", restart: no}}")) {
            Path loaded = project.folder().resolve("loaded");
            var command = new ArrayList<>(CommandLine.of("up"));
            command.add(1, "-Xlog:class+load:file=" + loaded);
            try (Program up = project.setup().startAs(command)) {
                assertThat(up.finish().code()).isZero();
            }
            assertThat(Files.readAllLines(loaded))
                    .anyMatch(line -> line.contains(" dev.foster.daemon.Daemon "))
                    .noneMatch(line -> line.matches(".* (io\\.grpc|io\\.netty|com\\.google)\\..*"))
                    .noneMatch(line -> line.contains(" dev.foster.plugin."));
        }
    }
}
