package dev.foster.plugin.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.plugin.manifest.Inherit;
import dev.foster.process.Child;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** Commands of plugins that are programs of their own, or run by Java or Node.js. */
class RuntimesTest extends RuntimeFixture {

    @Test
    void aProgramOfItsOwnRunsInItsFolder() throws Exception {
        manifest("command: [./bin/kv, --fast]\nenvironment: {A: b}\n");
        Path program =
                FakePython.script(plugin.resolve("bin/kv"), "echo \"$1 $A $FOSTER_PLUGIN_ID\"");
        LaunchCommand launch = prepare();
        assertThat(launch.command()).containsExactly(program.toString(), "--fast");
        assertThat(launch.directory()).isEqualTo(plugin);
        assertThat(launch.environment())
                .containsAllEntriesOf(
                        Map.of(
                                "A",
                                "b",
                                "FOSTER_PLUGIN_ID",
                                "kv",
                                "FOSTER_PLUGIN_FOLDER",
                                plugin.toString()));
        try (Child child = engine.spawn(launch.childSpec(new Inherit.Usual()))) {
            assertThat(child.awaitExit().clean()).isTrue();
            assertThat(child.output().tail(1).getFirst().text()).isEqualTo("--fast b kv");
        }
    }

    @Test
    void secretsOfTheHostAreNotInheritedUnlessAskedFor() {
        Set<String> host = Set.of("PATH", "HOME", "LC_ALL", "AWS_SECRET_ACCESS_KEY");
        assertThat(new Inherit.Usual().environment(host).inherits("AWS_SECRET_ACCESS_KEY"))
                .isFalse();
        assertThat(new Inherit.Usual().environment(host).inherits("LC_ALL")).isTrue();
        var only = new Inherit.Only(Set.of("AWS_SECRET_ACCESS_KEY")).environment(host);
        assertThat(only.inherits("AWS_SECRET_ACCESS_KEY")).isTrue();
        assertThat(only.inherits("PATH")).isFalse();
        assertThat(new Inherit.All().environment(host).inherits("ANYTHING")).isTrue();
    }

    @Test
    void aFileThatIsMissingOrMayNotBeExecutedIsNamed() throws Exception {
        manifest("command: [./kv]");
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RuntimeProblem.class)
                .hasMessage(
                        "cannot start kv: there is no file "
                                + plugin.resolve("kv")
                                + "; build or name it");
        file("kv", "#!/bin/sh\n");
        assertThatThrownBy(this::prepare).hasMessageContaining("chmod +x " + plugin.resolve("kv"));
        manifest("command: [no-such-program-here]");
        assertThatThrownBy(this::prepare)
                .hasMessageContaining("there is no no-such-program-here in PATH");
    }

    @Test
    void aLinkThatCameAfterTheManifestWasReadIsRefused() throws Exception {
        manifest("command: [./kv]");
        file("kv", "");
        var manifest = dev.foster.plugin.manifest.ManifestReader.read(plugin);
        Files.delete(plugin.resolve("kv"));
        Files.createSymbolicLink(plugin.resolve("kv"), Path.of("/bin/sh"));
        assertThatThrownBy(
                        () -> new Runtimes(engine, options()).prepare(manifest, Progress.silent()))
                .hasMessageContaining("leads out of its folder");
    }

    /** [24.28] */
    @Test
    void aChangedFileIsRefusedByItsChecksum() throws Exception {
        FakePython.script(plugin.resolve("kv"), "exit 0\n");
        String sum = Sha256.of(Files.readString(plugin.resolve("kv")));
        manifest("command: [./kv]\nchecksum: {sha256: " + sum + "}");
        assertThat(prepare().checks()).contains("its SHA-256 is the one in the manifest");
        FakePython.script(plugin.resolve("kv"), "exit 0\n#");
        assertThatThrownBy(this::prepare)
                .hasMessageContaining("not " + sum + " as its manifest says");
    }

    @Test
    void javaKeepsItsOwnNoiseOffStandardOutput() throws Exception {
        manifest("main: kv.jar\nargs: [x]\njava: {memory: 64MiB, jvm_args: [-ea]}");
        file("kv.jar", "");
        LaunchCommand launch = prepare();
        assertThat(launch.command().getFirst()).endsWith("/bin/java");
        assertThat(launch.command().subList(1, launch.command().size()))
                .containsExactly(
                        "-Xlog:disable",
                        "-Xlog:all=warning:stderr",
                        "-Xmx67108864",
                        "-ea",
                        "-jar",
                        plugin.resolve("kv.jar").toString(),
                        "x");
    }

    @Test
    void javaFindsAClassOnItsClassPath() throws Exception {
        manifest("runtime: java\njava: {main_class: Main, class_path: [classes, 'lib/*']}");
        assertThatThrownBy(this::prepare).hasMessageContaining("for its class path");
        Files.createDirectories(plugin.resolve("classes"));
        Files.createDirectories(plugin.resolve("lib"));
        assertThat(prepare().command())
                .endsWith("-cp", plugin.resolve("classes") + ":" + plugin.resolve("lib/*"), "Main");
    }

    @Test
    void nodeIsLookedForAlongThePath() throws Exception {
        Path node = FakePython.script(path.resolve("node"), "exit 0");
        manifest("main: kv.mjs\nargs: [x]\nnode: {options: [--trace-warnings]}");
        file("kv.mjs", "");
        assertThat(prepare().command())
                .containsExactly(
                        node.toString(),
                        "--trace-warnings",
                        plugin.resolve("kv.mjs").toString(),
                        "x");
    }

    @Test
    void theCacheIsWhereTheUserKeepsOne() throws IOException {
        assertThat(RuntimeOptions.of(Map.of("XDG_CACHE_HOME", "/x")).cache())
                .hasToString("/x/foster");
        assertThat(RuntimeOptions.of(Map.of("XDG_CACHE_HOME", "relative")).cache().toString())
                .endsWith("foster")
                .doesNotContain("relative");
        assertThat(RuntimeOptions.of(Map.of("FOSTER_SDK_PYTHON", "/sdk")).pythonSdk())
                .contains(Path.of("/sdk"));
    }
}
