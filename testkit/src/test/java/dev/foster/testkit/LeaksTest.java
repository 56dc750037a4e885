package dev.foster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

class LeaksTest {
    private static final Duration SHORT = Duration.ofMillis(50);

    @Test
    void anOpenFileIsNamedUntilItIsClosed(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("left-open"), "x");
        Leaks before = Leaks.snapshot();

        try (var open = Files.newInputStream(file)) {
            assertThat(open.read()).isEqualTo('x');
            assertThatThrownBy(() -> before.assertNothingLeft(SHORT))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("descriptor: " + file.toRealPath());
        }
        before.assertNothingLeft();
    }

    @Test
    void aThreadIsNamedUntilItEnds() {
        Leaks before = Leaks.snapshot();
        var end = new CountDownLatch(1);
        Thread.ofPlatform()
                .name("lingering")
                .start(
                        () -> {
                            try {
                                end.await();
                            } catch (InterruptedException asked) {
                                Thread.currentThread().interrupt();
                            }
                        });

        assertThatThrownBy(() -> before.assertNothingLeft(SHORT))
                .hasMessageContaining("thread: lingering");
        end.countDown();
        before.assertNothingLeft();
    }

    @Test
    void aGrandchildIsNamedUntilItIsGone() throws Exception {
        Leaks before = Leaks.snapshot();
        Process child = new ProcessBuilder(Shell.script("sleep 1000 & echo $!; wait")).start();
        long grandchild = Long.parseLong(child.inputReader().readLine());

        assertThatThrownBy(() -> before.assertNothingLeft(SHORT))
                .hasMessageContaining("(pid " + grandchild);
        assertThat(ProcessHandle.of(grandchild).orElseThrow().destroy()).isTrue();
        assertThat(child.waitFor()).isZero();
        closeStreams(child);
        before.assertNothingLeft();
    }

    private static void closeStreams(Process child) throws Exception {
        child.getInputStream().close();
        child.getErrorStream().close();
        child.getOutputStream().close();
    }
}
