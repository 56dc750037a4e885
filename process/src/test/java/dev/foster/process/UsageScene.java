package dev.foster.process;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A child that takes memory and tells how much it holds, as the kernel counts it page by page. */
final class UsageScene {
    static final long TAKEN = 64 << 20;

    private UsageScene() {}

    /**
     * The command line of one that takes memory at once and tells what it holds, or that takes it
     * and gives it back {@code in-steps}, one for each line it reads.
     */
    static List<String> command(String how) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx32m",
                "-cp",
                place(),
                UsageScene.class.getName(),
                how);
    }

    private static String place() {
        try {
            return Path.of(
                            UsageScene.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI())
                    .toString();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Runs the scene; not for calling. */
    public static void main(String[] how) throws IOException {
        boolean inSteps = how[0].equals("in-steps");
        if (inSteps) {
            // What these take the first time shall not count.
            take(1 << 20).close();
            say("ready " + resident());
            awaitLine();
        }
        Arena taken = take(TAKEN);
        say("warm " + resident());
        if (inSteps) {
            awaitLine();
            taken.close();
        }
        say("resident " + resident());
        while (true) {
            LockSupport.park();
        }
    }

    private static Arena take(long bytes) {
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(bytes);
        for (long at = 0; at < bytes; at += 4096) {
            memory.set(ValueLayout.JAVA_BYTE, at, (byte) 1);
        }
        return arena;
    }

    private static void awaitLine() throws IOException {
        while (System.in.read() != '\n') {
            // What else stands in the line does not matter.
        }
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static long resident() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps_rollup"))) {
            if (line.startsWith("Rss:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
            }
        }
        throw new IllegalStateException("the kernel does not tell what a process holds");
    }
}
