package dev.foster.testkit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps tests apart that prepare the same thing: classes run at once, each in a JVM of its own. */
public final class OneAtATime {
    private OneAtATime() {}

    /** What is prepared. */
    @FunctionalInterface
    public interface Work {
        void run() throws IOException, InterruptedException;
    }

    /**
     * Does it when no other JVM is at it in this folder, which is made if it is missing. Within a
     * JVM the caller keeps its threads apart.
     */
    public static void prepare(Path folder, Work work) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path file = folder.resolve("prepare.lock");
        try (var channel =
                        FileChannel.open(
                                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var _ = channel.lock()) {
            work.run();
        }
    }
}
