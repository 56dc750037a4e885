package dev.foster.plugin.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.Signal;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Environments are built once, shared, repaired, and never used half-built. Scripts play Python.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class PythonEnvironmentsTest extends RuntimeFixture {

    @BeforeEach
    void aPluginThatRequiresSomething() throws IOException {
        fake.put(path.resolve("python3"), "3.12.1");
        manifest("main: kv.py\n");
        file("kv.py", "");
        file("requirements.txt", "grpcio>=1.60 # the wire\n\nprotobuf\n");
    }

    private void pip(String version, String install) {
        fake = new FakePython(temporary.resolve("done"), version, install);
        fake.put(path.resolve("python3"), "3.12.1");
    }

    @Test
    void anEnvironmentIsBuiltOnceAndThenUsed() throws Exception {
        LaunchCommand first = prepare();
        assertThat(fake.done())
                .containsExactly(
                        "-I -m pip --version",
                        "-I -m venv --without-pip " + environments().getFirst(),
                        "-I -m pip --python "
                                + environments().getFirst()
                                + "/bin/python install --no-color --progress-bar off -r "
                                + plugin.resolve("requirements.txt"));
        assertThat(progress).contains("installed").anyMatch(line -> line.startsWith("building"));
        assertThat(first.command().getFirst())
                .isEqualTo(environments().getFirst().resolve("bin/python").toString());
        assertThat(first.environment())
                .containsEntry("VIRTUAL_ENV", environments().getFirst().toString());
        progress.clear();
        assertThat(prepare()).isEqualTo(first);
        assertThat(progress).isEmpty();
        assertThat(fake.installs()).isEqualTo(1);
    }

    @Test
    void anotherPluginWithTheSameNeedsSharesIt() throws Exception {
        Path first = Path.of(prepare().command().getFirst());
        file("requirements.txt", "protobuf\ngrpcio>=1.60");
        assertThat(prepare().command().getFirst()).isEqualTo(first.toString());
        file("requirements.txt", "protobuf\ngrpcio>=1.61");
        assertThat(prepare().command().getFirst()).isNotEqualTo(first.toString());
        assertThat(prepare(options().pipArguments(List.of("--pre"))).command().getFirst())
                .isNotEqualTo(first.toString());
        fake.put(path.resolve("python3"), "3.12.22");
        assertThat(prepare().command().getFirst()).isNotEqualTo(first.toString());
        assertThat(fake.installs()).isEqualTo(4);
    }

    @Test
    void anIncludedFileAndALocalPackageCountToo() throws Exception {
        file("more.txt", "attrs");
        file("lib/pyproject.toml", "");
        file("requirements.txt", "-r more.txt\n./lib\n");
        String first = prepare().command().getFirst();
        file("more.txt", "attrs==25");
        String second = prepare().command().getFirst();
        assertThat(second).isNotEqualTo(first);
        file("lib/code.py", "x = 1");
        assertThat(prepare().command().getFirst()).isNotEqualTo(second);
    }

    @Test
    void manyWhoNeedTheSameBuildItOnce() throws Exception {
        // The first waits in pip until others wait for its lock.
        pip("23.1", "while ! [ -e '" + temporary.resolve("go") + "' ]; do sleep 0.02; done");
        var results = new ArrayList<Future<LaunchCommand>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                results.add(threads.submit((Callable<LaunchCommand>) this::prepare));
            }
            Eventually.until(
                    Duration.ofSeconds(60),
                    "seven wait",
                    () ->
                            progress.stream().filter(line -> line.startsWith("waiting")).count()
                                    == 7);
            Files.writeString(temporary.resolve("go"), "");
            for (Future<LaunchCommand> result : results) {
                assertThat(result.get()).isEqualTo(results.getFirst().get());
            }
        }
        assertThat(fake.installs()).isEqualTo(1);
    }

    @Test
    void anUnfinishedOneIsBuiltAnew() throws Exception {
        prepare();
        Path environment = environments().getFirst();
        // What a builder that was killed leaves: everything but the marker.
        Files.delete(environment.resolve("foster-environment.txt"));
        Files.writeString(environment.resolve("half"), "");
        prepare();
        assertThat(fake.installs()).isEqualTo(2);
        assertThat(environment.resolve("half")).doesNotExist();
        assertThat(progress).anyMatch(line -> line.endsWith("again: it was not finished"));
    }

    @Test
    void whatABuilderThatWasKilledLeftIsBuiltAnew() throws Exception {
        Path busy = temporary.resolve("busy");
        pip("23.1", "echo $$ > '" + busy + "'; sleep 1000");
        ChildSpec builder =
                ChildSpec.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LonelyBuilder.class.getName(),
                        plugin.toString(),
                        cache.toString(),
                        String.valueOf(environment.get("PATH")));
        try (Child child = engine.spawn(builder)) {
            Eventually.until(Duration.ofSeconds(90), "pip is at work", () -> !text(busy).isBlank());
            assertThat(child.signal(Signal.KILL)).isTrue();
            assertThat(child.awaitExit().clean()).isFalse();
        }
        assertThat(ProcTable.running(Long.parseLong(text(busy).strip()))).isFalse();
        assertThat(environments()).as("what it left").hasSize(1);
        pip("23.1", "echo installed");
        assertThat(Path.of(prepare().command().getFirst())).isExecutable();
        assertThat(progress).anyMatch(line -> line.endsWith("again: it was not finished"));
    }

    @Test
    void oneWhoseMarkerSaysSomethingElseIsBuiltAnew() throws Exception {
        prepare();
        Files.writeString(environments().getFirst().resolve("foster-environment.txt"), "other");
        prepare();
        assertThat(fake.installs()).isEqualTo(2);
    }

    @Test
    void oneWhoseInterpreterIsGoneIsBuiltAnew() throws Exception {
        prepare();
        Files.delete(environments().getFirst().resolve("bin/python"));
        LaunchCommand again = prepare();
        assertThat(Path.of(again.command().getFirst())).isExecutable();
        assertThat(progress).anyMatch(line -> line.contains("bin/python leads nowhere"));
    }

    @Test
    void oneWhoseInterpreterNoLongerAnswersIsBuiltAnew() throws Exception {
        prepare();
        FakePython.script(environments().getFirst().resolve("bin/python"), "exit 1");
        prepare();
        assertThat(fake.installs()).isEqualTo(2);
    }

    @Test
    void aFailingPipIsToldWithItsLastLines() throws Exception {
        pip(
                "23.1",
                "echo Collecting grpcio; echo 'ERROR: No matching distribution found' >&2; exit 1");
        assertThatThrownBy(this::prepare)
                .isInstanceOf(RuntimeProblem.class)
                .hasMessageContaining("cannot build the environment of kv: pip failed (exit 1)")
                .hasMessageContaining("no index has what is required: check " + plugin)
                .hasMessageContaining("\n  ERROR: No matching distribution found");
        assertThat(environments()).isEmpty();
    }

    @Test
    void withoutANetworkTheAdviceIsAboutTheNetwork() {
        pip("23.1", "echo 'Failed to establish a new connection: [Errno -2]'; exit 1");
        assertThatThrownBy(this::prepare)
                .hasMessageContaining("the package index cannot be reached: check the network");
    }

    @Test
    void aPipThatNeverEndsIsKilledWithItsChildren() throws Exception {
        pip("23.1", "sleep 1000 & sleep 1000");
        assertThatThrownBy(() -> prepare(options().buildLimit(Duration.ofMillis(500))))
                .hasMessageContaining("was not done after 500 ms");
        assertThat(environments()).isEmpty();
    }

    @Test
    void anInterruptEndsPipAndItsChildrenAtOnceAndLeavesNothing() throws Exception {
        Path busy = temporary.resolve("busy");
        pip("23.1", "setsid sleep 1000 & echo $! > '" + busy + "'; sleep 1000");
        var ended = new AtomicReference<Throwable>();
        Thread builder =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        prepare();
                                    } catch (InterruptedException | RuntimeException problem) {
                                        ended.set(problem);
                                    }
                                });
        Eventually.until(Duration.ofSeconds(60), "pip is at work", () -> !text(busy).isBlank());
        long grandchild = Long.parseLong(text(busy).strip());
        builder.interrupt();
        assertThat(builder.join(Duration.ofSeconds(20))).isTrue();
        assertThat(ended.get()).isInstanceOf(InterruptedException.class);
        assertThat(ProcTable.running(grandchild)).isFalse();
        assertThat(environments()).isEmpty();
        pip("23.1", "echo installed");
        assertThat(Path.of(prepare().command().getFirst())).isExecutable();
    }

    private static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException failed) {
            return "";
        }
    }

    @Test
    void somebodyWhoWaitsForABuilderCanBeInterrupted() throws Exception {
        Path lock = cache.resolve("python");
        prepare();
        String key = environments().getFirst().getFileName().toString();
        try (var _ = dev.foster.plugin.files.FolderLock.take(lock.resolve(key + ".lock"))) {
            var ended = new AtomicReference<Throwable>();
            Thread waiter =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        try {
                                            prepare();
                                        } catch (InterruptedException | RuntimeException problem) {
                                            ended.set(problem);
                                        }
                                    });
            Eventually.until(
                    Duration.ofSeconds(20),
                    "it waits",
                    () -> progress.stream().anyMatch(line -> line.startsWith("waiting")));
            waiter.interrupt();
            assertThat(waiter.join(Duration.ofSeconds(20))).isTrue();
            assertThat(ended.get()).isInstanceOf(InterruptedException.class);
        }
        prepare();
    }

    @Test
    void anOldPipInstallsFromInsideTheEnvironment() throws Exception {
        pip("22.2", "echo installed");
        prepare();
        assertThat(fake.done().get(1)).startsWith("-I -m venv " + cache);
        assertThat(fake.done().get(2)).startsWith("-I -m pip install ");
    }

    @Test
    void whatAScriptSaysItNeedsIsInstalled() throws Exception {
        Files.delete(plugin.resolve("requirements.txt"));
        file(
                "kv.py",
                "# /// script\n"
                        + "# requires-python = '>=3.9'\n"
                        + "# dependencies = ['rich', 'attrs>=20']\n"
                        + "# ///\n");
        prepare();
        assertThat(fake.done().getLast()).endsWith("off attrs>=20 rich");
    }

    @Test
    void ourOwnPackageComesFromAFolder() throws Exception {
        Path sdk = Files.createDirectories(temporary.resolve("sdk"));
        Files.writeString(sdk.resolve("pyproject.toml"), "");
        file("requirements.txt", "Foster_Plugin >= 0.1\n");
        prepare(options().pythonSdk(sdk));
        assertThat(fake.done().getLast())
                .contains(" foster-plugin @ file://" + environments().getFirst() + "/foster-sdk");
        Files.writeString(sdk.resolve("code.py"), "x = 1");
        prepare(options().pythonSdk(sdk));
        assertThat(fake.installs()).as("a changed package is installed again").isEqualTo(2);
        Files.delete(sdk.resolve("pyproject.toml"));
        prepare(options().pythonSdk(sdk));
        assertThat(fake.done().getLast()).contains("--find-links " + sdk);
    }
}
