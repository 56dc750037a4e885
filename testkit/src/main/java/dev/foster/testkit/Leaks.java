package dev.foster.testkit;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a test left behind: descriptors, threads and descendants of this JVM that were not there
 * when the snapshot was taken. Take it before the test, ask it after:
 *
 * <pre>{@code
 * Leaks before = Leaks.snapshot();
 * ...
 * before.assertNothingLeft();
 * }</pre>
 *
 * <p>What the JVM itself opens and starts lazily (jar files, carriers of virtual threads, reapers
 * of {@link Process}) is not counted. Only descriptors and descendants that {@code /proc} shows are
 * seen.
 */
public final class Leaks {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final Duration LIMIT = Duration.ofSeconds(15);

    static {
        LastingSockets.openFirst();
    }

    private final Map<String, Integer> descriptors;
    private final Set<Thread> threads;
    private final Set<Long> descendants;

    private Leaks() {
        descriptors = openDescriptors();
        threads = Set.copyOf(countedThreads());
        descendants = new HashSet<>();
        ProcTable.descendants(ownPid()).forEach(entry -> descendants.add(entry.pid()));
    }

    /** What there is now and will not count as left behind. */
    public static Leaks snapshot() {
        LastingSockets.openAll();
        return new Leaks();
    }

    /** Fails unless everything that came after the snapshot is gone, or goes within 15 seconds. */
    public void assertNothingLeft() {
        assertNothingLeft(LIMIT);
    }

    /** Fails unless everything that came after the snapshot is gone, or goes within this time. */
    public void assertNothingLeft(Duration limit) {
        if (!Eventually.within(limit, () -> left().isEmpty())) {
            throw new AssertionError(
                    "left behind after "
                            + limit.toMillis()
                            + " ms:\n  "
                            + String.join("\n  ", left()));
        }
    }

    /** What came after the snapshot and is still there, one line each. */
    public List<String> left() {
        var left = new ArrayList<String>();
        openDescriptors()
                .forEach(
                        (target, count) -> {
                            int more = count - descriptors.getOrDefault(target, 0);
                            if (more > 0) {
                                left.add(
                                        "descriptor: "
                                                + target
                                                + (more > 1 ? " (" + more + " times)" : ""));
                            }
                        });
        for (Thread thread : countedThreads()) {
            if (!threads.contains(thread)) {
                left.add("thread: " + thread.getName());
            }
        }
        for (ProcTable.Entry entry : ProcTable.descendants(ownPid())) {
            if (!descendants.contains(entry.pid())) {
                left.add((entry.zombie() ? "zombie: " : "process: ") + entry);
            }
        }
        return left;
    }

    /** How many descriptors this JVM holds, without those of its own jar files. */
    public static int descriptors() {
        return openDescriptors().values().stream().mapToInt(Integer::intValue).sum();
    }

    /** How many platform threads this JVM runs, without those it keeps for itself. */
    public static int threads() {
        return countedThreads().size();
    }

    private static Map<String, Integer> openDescriptors() {
        var open = new HashMap<String, Integer>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path entry : entries) {
                String target = target(entry);
                if (!ofTheJvm(target)) {
                    open.merge(target, 1, Integer::sum);
                }
            }
        } catch (IOException noProc) {
            return Map.of();
        }
        return open;
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }

    /**
     * Files the JVM opens when a class or a random number is first needed, and the directory being
     * listed.
     */
    private static boolean ofTheJvm(String target) {
        return target.isEmpty()
                || target.endsWith(".jar")
                || target.endsWith(".class")
                || target.endsWith("/modules")
                || target.startsWith("/dev/urandom")
                || target.startsWith("/dev/random")
                || target.equals("/proc/" + ownPid() + "/fd");
    }

    private static List<Thread> countedThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !ofTheJvm(thread))
                .toList();
    }

    /** Threads of pools that belong to the JDK and that shrink at their own pace. */
    private static boolean ofTheJvm(Thread thread) {
        String name = thread.getName();
        return thread.getClass().getName().equals("jdk.internal.misc.CarrierThread")
                || name.startsWith("ForkJoinPool.commonPool-")
                || name.endsWith("-delayScheduler")
                || name.startsWith("CompletableFutureDelayScheduler")
                || name.startsWith("VirtualThread-")
                || name.startsWith("process reaper")
                || name.startsWith("junit-");
    }

    private static long ownPid() {
        return ProcessHandle.current().pid();
    }
}
