package dev.foster.plugin.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.plugin.files.FolderLock;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Installing, replacing and taking back plugins. */
class PluginStoreTest {
    @TempDir Path temporary;
    private Path plugins;
    private Leaks before;

    @BeforeEach
    void begin() {
        plugins = temporary.resolve("plugins");
        before = Leaks.snapshot();
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    private Path bundle(String version) {
        return new Tar()
                .folder("kv/")
                .file("kv/plugin.yaml", "id: kv\nversion: " + version + "\nmain: bin/kv\n")
                .program("kv/bin/kv", "#!/bin/sh\necho " + version + "\n")
                .write(temporary.resolve("kv-" + version + ".tar.gz"));
    }

    private List<String> names(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(it -> it.getFileName().toString()).sorted().toList();
        }
    }

    private String version() {
        return PluginStore.open(plugins).read().find("kv").map(PluginManifest::version).orElse("");
    }

    @Test
    void aBundleIsInstalledUnderItsIdWithItsModes() throws IOException {
        PluginStore.Installed installed = PluginStore.open(plugins).install(bundle("1.0.0"));
        assertThat(installed.manifest().folder()).isEqualTo(plugins.resolve("kv"));
        assertThat(installed.replaced()).isEmpty();
        assertThat(Files.isExecutable(plugins.resolve("kv/bin/kv"))).isTrue();
        assertThat(Files.isExecutable(plugins.resolve("kv/plugin.yaml"))).isFalse();
        assertThat(names(plugins)).containsExactly(".foster", "kv");
        assertThat(names(plugins.resolve(".foster/staging"))).isEmpty();
    }

    @Test
    void theManifestMayStandAtTheTop() {
        Path archive =
                new Tar()
                        .folder("./")
                        .file("./plugin.yaml", "id: kv\nversion: 2.0.0\nmain: kv.py")
                        .file("./lib/a.py", "")
                        .write(temporary.resolve("flat.tgz"));
        PluginStore.open(plugins).install(archive);
        assertThat(version()).isEqualTo("2.0.0");
        assertThat(plugins.resolve("kv/lib/a.py")).exists();
    }

    @Test
    void aNewVersionReplacesTheOldOneAndCanBeTakenBack() throws IOException {
        PluginStore store = PluginStore.open(plugins);
        store.install(bundle("1.0.0"));
        PluginStore.Installed second = store.install(bundle("2.0.0"));
        assertThat(second.replaced().map(PluginManifest::version)).contains("1.0.0");
        assertThat(version()).isEqualTo("2.0.0");
        assertThat(store.rollback("kv").version()).isEqualTo("1.0.0");
        assertThat(version()).isEqualTo("1.0.0");
        assertThat(store.rollback("kv").version()).isEqualTo("2.0.0");
        store.install(bundle("3.0.0"));
        assertThat(store.rollback("kv").version()).isEqualTo("2.0.0");
        assertThat(store.remove("kv")).isTrue();
        assertThat(store.remove("kv")).isFalse();
        assertThat(names(plugins)).containsExactly(".foster");
    }

    @Test
    void withoutAnEarlierVersionThereIsNothingToGoBackTo() {
        PluginStore store = PluginStore.open(plugins);
        store.install(bundle("1.0.0"));
        assertThatThrownBy(() -> store.rollback("kv"))
                .isInstanceOf(BundleProblem.class)
                .hasMessageContaining("no earlier version is kept");
        assertThatThrownBy(() -> store.rollback("../kv")).isInstanceOf(BundleProblem.class);
    }

    @Test
    void aDamagedBundleChangesNothing() throws IOException {
        PluginStore store = PluginStore.open(plugins);
        store.install(bundle("1.0.0"));
        byte[] whole = Files.readAllBytes(bundle("2.0.0"));
        for (int length = 0; length < whole.length - 8; length += 7) {
            Path part = temporary.resolve("part.tar.gz");
            Files.write(part, java.util.Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> store.install(part))
                    .isInstanceOf(BundleProblem.class)
                    .hasMessageStartingWith("cannot install " + part);
        }
        assertThat(version()).isEqualTo("1.0.0");
        assertThat(names(plugins.resolve(".foster/staging"))).isEmpty();
    }

    @Test
    void aFullDiskChangesNothing() throws IOException {
        PluginStore.open(plugins).install(bundle("1.0.0"));
        PluginStore small = PluginStore.open(plugins, BundleLimits.defaults().bytes(50));
        assertThatThrownBy(() -> small.install(bundle("2.0.0")))
                .hasMessageContaining("larger than 50 bytes");
        assertThat(version()).isEqualTo("1.0.0");
        assertThat(names(plugins.resolve(".foster/staging"))).isEmpty();
    }

    @Test
    void aCrashBeforeTheOldVersionWasMovedIsFinishedByTheNextOneToCome() throws IOException {
        PluginStore.open(plugins).install(bundle("1.0.0"));
        comeToNext("2.0.0");
        assertThat(version()).isEqualTo("2.0.0");
        assertThat(PluginStore.open(plugins).rollback("kv").version()).isEqualTo("1.0.0");
    }

    @Test
    void aCrashBetweenTheTwoMovesIsFinishedByTheNextOneToCome() throws IOException {
        PluginStore.open(plugins).install(bundle("1.0.0"));
        comeToNext("2.0.0");
        Files.createDirectories(plugins.resolve(".foster/previous"));
        Files.move(plugins.resolve("kv"), plugins.resolve(".foster/previous/kv"));
        assertThat(version()).isEqualTo("2.0.0");
        assertThat(names(plugins.resolve(".foster/next"))).isEmpty();
    }

    @Test
    void aCrashWhileUnpackingLeavesTheOldVersionAndNoRubbish() throws IOException {
        PluginStore.open(plugins).install(bundle("1.0.0"));
        Files.createDirectories(plugins.resolve(".foster/staging/bundle-1/kv"));
        Files.writeString(plugins.resolve(".foster/staging/bundle-1/kv/plugin.yaml"), "id: k");
        assertThat(version()).isEqualTo("1.0.0");
        assertThat(names(plugins.resolve(".foster/staging"))).isEmpty();
    }

    private void comeToNext(String version) throws IOException {
        Path other = temporary.resolve("other");
        PluginStore.open(other).install(bundle(version));
        Files.createDirectories(plugins.resolve(".foster/next"));
        Files.move(other.resolve("kv"), plugins.resolve(".foster/next/kv"));
    }

    @Test
    void aSecondInstallationAtTheSameTimeIsRefused() throws IOException {
        PluginStore store = PluginStore.open(plugins);
        try (FolderLock _ = FolderLock.tryTake(plugins.resolve(".foster/lock")).orElseThrow()) {
            assertThatThrownBy(() -> store.install(bundle("1.0.0")))
                    .hasMessageContaining("another installation")
                    .hasMessageContaining("try again");
        }
        store.install(bundle("1.0.0"));
    }

    @Test
    void aPluginThatSomebodyPutThereByHandIsNotDoubled() throws IOException {
        Files.createDirectories(plugins.resolve("mine"));
        Files.writeString(plugins.resolve("mine/plugin.yaml"), "id: kv\nmain: a.py");
        assertThatThrownBy(() -> PluginStore.open(plugins).install(bundle("1.0.0")))
                .hasMessageContaining("is that of " + plugins.resolve("mine") + " already");
    }

    @Test
    void aBadManifestIsToldByItsNameInTheBundle() {
        Path archive =
                new Tar()
                        .file("kv/plugin.yaml", "id: kv\nman: x")
                        .write(temporary.resolve("b.tgz"));
        assertThatThrownBy(() -> PluginStore.open(plugins).install(archive))
                .isInstanceOf(BundleProblem.class)
                .hasMessageContaining("\nplugin.yaml:2:1: cannot use the key \"man\"");
    }

    @Test
    void aBundleWithoutAManifestIsRefused() {
        Path archive =
                new Tar().file("a/b/plugin.yaml", "id: kv").write(temporary.resolve("b.tgz"));
        assertThatThrownBy(() -> PluginStore.open(plugins).install(archive))
                .hasMessageContaining("it has no plugin.yaml");
        assertThatThrownBy(() -> PluginStore.open(plugins).install(temporary.resolve("none")))
                .hasMessageContaining("there is no such file");
    }

    @Test
    void whatTheTarAndZipOfTheSystemWriteIsRead() throws Exception {
        Path source = Files.createDirectories(temporary.resolve("source/kv/" + "deep/".repeat(20)));
        Path top = temporary.resolve("source/kv");
        Files.writeString(top.resolve("plugin.yaml"), "id: kv\nversion: 1.0.0\nmain: run\n");
        Files.writeString(source.resolve("a".repeat(150) + ".txt"), "long");
        Path run = Files.writeString(top.resolve("run"), "#!/bin/sh\n");
        assertThat(run.toFile().setExecutable(true)).isTrue();
        Files.createSymbolicLink(top.resolve("link"), Path.of("run"));
        for (String format : List.of("gnu", "pax", "ustar")) {
            Path archive = temporary.resolve(format + ".tar.gz");
            String without = format.equals("ustar") ? "--exclude=deep" : "--exclude=nothing";
            int code =
                    new ProcessBuilder(
                                    "tar",
                                    "--format=" + format,
                                    without,
                                    "-C",
                                    temporary.resolve("source").toString(),
                                    "-czf",
                                    archive.toString(),
                                    "kv")
                            .inheritIO()
                            .start()
                            .waitFor();
            assertThat(code).as(format).isZero();
            Path into = temporary.resolve("installed-" + format);
            PluginStore.open(into).install(archive);
            assertThat(Files.isExecutable(into.resolve("kv/run"))).isTrue();
            assertThat(Files.readSymbolicLink(into.resolve("kv/link"))).hasToString("run");
            if (!format.equals("ustar")) {
                assertThat(into.resolve("kv/" + "deep/".repeat(20) + "a".repeat(150) + ".txt"))
                        .hasContent("long");
            }
        }
    }
}
