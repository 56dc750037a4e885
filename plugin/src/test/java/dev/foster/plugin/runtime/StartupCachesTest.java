package dev.foster.plugin.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.foster.plugin.files.FolderLock;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** The start-up caches of message plugins in Java, made by the real virtual machine. */
class StartupCachesTest extends RuntimeFixture {
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin/java");
    private static final List<String> OPTIONS =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m");

    private JavaRunner runner;

    @BeforeEach
    void putTheRunnerIntoAJar() throws IOException {
        var jars = new ArrayList<Path>();
        for (Path place : JavaRunner.find().orElseThrow().classPath()) {
            Path jar = temporary.resolve("runner-" + jars.size() + ".jar");
            if (Files.isDirectory(place)) {
                pack(place, jar);
            } else {
                Files.copy(place, jar, StandardCopyOption.COPY_ATTRIBUTES);
            }
            jars.add(jar);
        }
        runner = new JavaRunner(jars);
    }

    private static void pack(Path folder, Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                var entries = new JarOutputStream(out);
                Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                entries.putNextEntry(new JarEntry(folder.relativize(file).toString()));
                Files.copy(file, entries);
                entries.closeEntry();
            }
        }
    }

    private Optional<Path> provide() throws InterruptedException {
        return provide(options(), OPTIONS);
    }

    private Optional<Path> provide(RuntimeOptions options, List<String> virtualMachine)
            throws InterruptedException {
        return provide(JAVA, options, virtualMachine);
    }

    private Optional<Path> provide(Path java, RuntimeOptions options, List<String> virtualMachine)
            throws InterruptedException {
        return new StartupCaches(new HelperProgram(engine), options)
                .provide(java, virtualMachine, runner, progress::add);
    }

    /** A virtual machine whose rehearsal is never over, however slow whoever waits for it is. */
    private Path endless() throws IOException {
        Path program = temporary.resolve("endless");
        if (!Files.exists(program)) {
            Files.writeString(program, "#!/bin/sh\nexec /bin/sleep 600\n");
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        }
        return program;
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(cache.resolve("java"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aCacheIsMadeOnceAndServesAPluginBehindTheRunner() throws Exception {
        Path made = provide().orElseThrow();
        assertThat(progress).containsExactly("making a start-up cache for Java in " + made);
        FileTime time = Files.getLastModifiedTime(made);
        assertThat(provide()).contains(made);
        assertThat(Files.getLastModifiedTime(made)).isEqualTo(time);
        assertThat(progress).hasSize(1);
        assertThat(files()).hasSize(3).noneMatch(name -> name.contains("draft"));
        Path more = temporary.resolve("more.jar");
        pack(Files.createDirectories(temporary.resolve("nothing")), more);
        // With this mode a machine that cannot use the cache refuses to start.
        assertThat(rehearsed("-XX:AOTMode=on", made, more)).isTrue();
    }

    private boolean rehearsed(String mode, Path made, Path more) throws Exception {
        var command = new ArrayList<>(List.of(JAVA.toString()));
        command.addAll(OPTIONS);
        command.addAll(List.of(mode, "-XX:AOTCache=" + made, "-cp"));
        command.add(
                String.join(
                        File.pathSeparator,
                        runner.classPath().get(0).toString(),
                        runner.classPath().get(1).toString(),
                        more.toString()));
        command.addAll(List.of(JavaRunner.MAIN, "--rehearse"));
        return new HelperProgram(engine)
                .run(command, temporary, environment, Duration.ofSeconds(60), Progress.silent())
                .orElseThrow()
                .exit()
                .clean();
    }

    @Test
    void aCacheThatWasCutOffIsMadeAgainAndAJarThatChangedGetsAnother() throws Exception {
        Path made = provide().orElseThrow();
        long size = Files.size(made);
        Files.write(made, new byte[100]);
        assertThat(provide()).contains(made);
        assertThat(Files.size(made)).isCloseTo(size, withinPercentage(20));
        assertThat(progress).hasSize(2);
        Files.setLastModifiedTime(
                runner.classPath().getFirst(),
                FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
        assertThat(provide()).isPresent().get().isNotEqualTo(made);
    }

    @Test
    void aRehearsalThatFailsIsToldAndNotTriedAgainForAWhile() throws Exception {
        runner = new JavaRunner(List.of(runner.classPath().get(1), runner.classPath().get(1)));
        assertThat(provide()).isEmpty();
        assertThat(progress)
                .hasSize(2)
                .last()
                .asString()
                .startsWith("starting without a start-up cache: the rehearsal failed (");
        assertThat(provide()).isEmpty();
        assertThat(progress).hasSize(2);
        Path failed = cache.resolve("java").resolve(files().getFirst());
        assertThat(failed.toString()).endsWith(".failed");
        Files.setLastModifiedTime(failed, FileTime.from(Instant.now().minusSeconds(3700)));
        assertThat(provide()).isEmpty();
        assertThat(progress).hasSize(4);
    }

    @Test
    void aRehearsalThatTakesTooLongIsEnded() throws Exception {
        assertThat(provide(endless(), options().buildLimit(Duration.ofMillis(1)), OPTIONS))
                .isEmpty();
        assertThat(progress.getLast()).contains("the rehearsal took longer than ");
    }

    @Test
    void nobodyWaitsForACacheThatSomebodyElseMakes() throws Exception {
        Path lock = cache.resolve("java").resolve(key() + ".lock");
        try (FolderLock _ = FolderLock.take(lock)) {
            assertThat(provide(endless(), options(), OPTIONS)).isEmpty();
            assertThat(progress).isEmpty();
        }
    }

    /** The name under which it would be kept, told by a failure that comes at once. */
    private String key() throws Exception {
        assertThat(provide(endless(), options().buildLimit(Duration.ofMillis(1)), OPTIONS))
                .isEmpty();
        progress.clear();
        String failed = files().getFirst();
        Files.delete(cache.resolve("java").resolve(failed));
        return failed.substring(0, failed.indexOf('.'));
    }

    @Test
    void anInterruptEndsTheRehearsalAndLeavesNothing() throws Exception {
        var begun = new CompletableFuture<String>();
        var outcome = new CompletableFuture<Boolean>();
        Path java = endless();
        Thread maker =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        var _ =
                                                new StartupCaches(
                                                                new HelperProgram(engine),
                                                                options())
                                                        .provide(
                                                                java,
                                                                OPTIONS,
                                                                runner,
                                                                begun::complete);
                                        outcome.complete(false);
                                    } catch (InterruptedException asWanted) {
                                        outcome.complete(true);
                                    }
                                });
        begun.join();
        maker.interrupt();
        assertThat(outcome.join()).isTrue();
        maker.join();
        assertThat(files()).hasSize(1).allMatch(name -> name.endsWith(".lock"));
    }

    @Test
    void whatAnAuthorBringsAlongIsLeftAlone() throws Exception {
        for (String option : List.of("-XX:AOTCache=mine", "-Xshare:off", "-javaagent:a.jar")) {
            assertThat(provide(options(), List.of(option))).isEmpty();
        }
        runner = new JavaRunner(List.of(temporary));
        assertThat(provide()).isEmpty();
        assertThat(progress).isEmpty();
        assertThat(cache).doesNotExist();
    }

    @Test
    void onlyTheNewestAreKept() throws Exception {
        Path folder = Files.createDirectories(cache.resolve("java"));
        for (int number = 0; number < 9; number++) {
            Path marker = Files.writeString(folder.resolve("old" + number + ".txt"), "");
            Files.writeString(folder.resolve("old" + number + ".aot"), "");
            Files.setLastModifiedTime(marker, FileTime.fromMillis(1_000_000L * (number + 1)));
        }
        assertThat(provide()).isPresent();
        assertThat(files()).filteredOn(name -> name.endsWith(".txt")).hasSize(8);
        assertThat(files())
                .doesNotContain("old0.txt", "old0.aot", "old1.txt", "old1.aot")
                .contains("old2.txt", "old2.aot");
    }
}
