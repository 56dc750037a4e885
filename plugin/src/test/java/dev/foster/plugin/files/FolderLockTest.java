package dev.foster.plugin.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A lock keeps others out until it is closed, and writes last. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FolderLockTest {
    @TempDir Path folder;

    @Test
    void onlyOneHoldsIt() throws Exception {
        Leaks before = Leaks.snapshot();
        Path file = folder.resolve("deep/lock");
        try (FolderLock _ = FolderLock.take(file)) {
            assertThat(FolderLock.tryTake(file)).isEmpty();
            assertThat(FolderLock.tryTake(folder.resolve("deep/../deep/lock"))).isEmpty();
        }
        try (FolderLock again = FolderLock.tryTake(file).orElseThrow()) {
            assertThat(again).isNotNull();
        }
        before.assertNothingLeft();
    }

    @Test
    void manyThreadsTakeTurns() throws Exception {
        Path file = folder.resolve("lock");
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 50; i++) {
                var _ =
                        threads.submit(
                                () -> {
                                    try (FolderLock _ = FolderLock.take(file)) {
                                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                                        inside.decrementAndGet();
                                    }
                                    return "";
                                });
            }
        }
        assertThat(most).hasValue(1);
        assertThat(inside).hasValue(0);
    }

    @Test
    void aTreeIsRemovedWithoutFollowingItsLinks() throws Exception {
        Path kept = Files.writeString(folder.resolve("kept"), "");
        Path tree = Files.createDirectories(folder.resolve("tree/a/b"));
        Files.createSymbolicLink(tree.resolve("link"), kept);
        Files.createSymbolicLink(tree.resolve("up"), folder);
        Durable.deleteTree(folder.resolve("tree"));
        assertThat(folder.resolve("tree")).doesNotExist();
        assertThat(kept).exists();
        Durable.deleteTree(folder.resolve("tree"));
    }

    @Test
    void aTextIsReplacedAsAWhole() throws Exception {
        Path file = folder.resolve("text");
        Durable.write(file, "one");
        Durable.write(file, "two");
        assertThat(file).hasContent("two");
        try (var entries = Files.list(folder)) {
            assertThat(entries).containsExactly(file);
        }
    }
}
