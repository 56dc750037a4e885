package dev.foster.plugin.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.plugin.manifest.PluginFolder.Unusable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Nothing a manifest names lies outside its folder; a folder of plugins survives bad ones. */
class ManifestPathsTest {
    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../evil",
                "a/../../evil",
                "/bin/sh",
                "a/..",
                "..",
                "C:/evil",
                "c:evil",
                "\\\\evil",
                "a\\..\\..\\evil",
                "./../evil"
            })
    void aPathThatLeadsOutIsRefused(String name) {
        for (String key : new String[] {"main", "working_dir"}) {
            String main = key.equals("main") ? "" : "main: p.py\n";
            assertThat(Manifests.refused(folder, "id: kv\n" + main + key + ": '" + name + "'"))
                    .contains("cannot read " + key)
                    .contains("leads out of the plugin's folder");
        }
        assertThat(Manifests.refused(folder, "id: kv\nmain: p.py\npython: {venv: '" + name + "'}"))
                .contains("leads out");
        assertThat(
                        Manifests.refused(
                                folder,
                                "id: kv\nmain: p.py\npython: {requirements: '" + name + "'}"))
                .contains("leads out");
        assertThat(
                        Manifests.refused(
                                folder,
                                "id: kv\njava: {main_class: A, class_path: ['"
                                        + name
                                        + "']}\nruntime: java"))
                .contains("leads out");
    }

    @Test
    void aLinkThatLeadsOutIsRefused() throws IOException {
        Path plugin = Files.createDirectory(folder.resolve("kv"));
        Files.createSymbolicLink(plugin.resolve("main"), Path.of("/bin/sh"));
        Files.createSymbolicLink(plugin.resolve("up"), Path.of(".."));
        Files.createDirectory(plugin.resolve("inside"));
        Files.createSymbolicLink(plugin.resolve("fine"), Path.of("inside"));
        assertThat(Manifests.refused(plugin, "id: kv\nmain: main"))
                .contains("it is a link that leads out");
        assertThat(Manifests.refused(plugin, "id: kv\nmain: up/other/run"))
                .contains("it is a link that leads out");
        assertThat(Manifests.refused(plugin, "id: kv\nmain: fine/run")).isEmpty();
    }

    @Test
    void aFolderListsItsPluginsAndItsProblems() throws IOException {
        Manifests.write(folder, "kv/plugin.yaml", "id: kv\nmain: kv.py");
        Manifests.write(
                folder,
                "dice/plugin.json",
                "{\"id\": \"abc\", \"server\": {\"executable\": \"x\"}}");
        Manifests.write(folder, "broken/plugin.yaml", "id: [");
        Manifests.write(folder, "nothing/readme.txt", "");
        Manifests.write(folder, ".hidden/plugin.yaml", "id: hidden\nmain: a.py");
        Manifests.write(folder, "file.txt", "");
        Manifests.write(folder, "one/plugin.yaml", "id: twin\nmain: a.py");
        Manifests.write(folder, "two/plugin.yaml", "id: twin\nmain: a.py");
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("kv"));
        PluginFolder.Contents contents = PluginFolder.open(folder).read();
        assertThat(contents.plugins()).extracting(PluginManifest::id).containsExactly("abc", "kv");
        assertThat(contents.problems())
                .extracting(it -> it.folder().getFileName().toString())
                .containsExactlyInAnyOrder("broken", "nothing", "link", "one", "two");
        assertThat(contents.problems())
                .extracting(Unusable::why)
                .anySatisfy(why -> assertThat(why).contains("broken/plugin.yaml:1:"))
                .anySatisfy(why -> assertThat(why).contains("its id twin is also that of"));
        assertThat(contents.find("kv")).isPresent();
    }

    @Test
    void aFolderThatIsNotThereIsEmpty() {
        assertThat(PluginFolder.open(folder.resolve("none")).read())
                .isEqualTo(new PluginFolder.Contents(java.util.List.of(), java.util.List.of()));
    }

    @Test
    void aManifestMustBeAPlainFile() throws IOException {
        Path plugin = Files.createDirectory(folder.resolve("kv"));
        Files.createSymbolicLink(plugin.resolve("plugin.yaml"), Path.of("/etc/hostname"));
        assertThat(PluginFolder.open(folder).read().problems())
                .singleElement()
                .satisfies(it -> assertThat(it.why()).contains("it is not a plain file"));
    }
}
