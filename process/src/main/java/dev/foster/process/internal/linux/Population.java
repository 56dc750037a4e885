package dev.foster.process.internal.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Whether processes came or went since it was last asked.
 *
 * <p>{@code /proc/loadavg} ends with how many threads the machine has and the last number that was
 * given to one. Who comes changes the second; who goes while nobody comes, the first.
 */
final class Population {
    private static final Path LOAD = Path.of("/proc/loadavg");

    /** Whatever it says. */
    private static final int AT_LEAST_EVERY = 8;

    private final MeterFiles files;
    private final int descriptor;
    private final byte[] known = new byte[64];
    private int knownLength;
    private boolean everMoved;
    private int unchanged;

    /** Where it cannot be known, it changed each time. */
    Population(MeterFiles files, int descriptor) {
        this.files = files;
        this.descriptor = descriptor;
    }

    static Population ofThisMachine(MeterFiles files) {
        return new Population(files, isTheKernels() ? files.open(LOAD) : MeterFiles.NONE);
    }

    /** Containers may see another file in its place, which is made up every few seconds. */
    static boolean isTheKernels() {
        try {
            return Files.getAttribute(LOAD, "unix:dev")
                    .equals(Files.getAttribute(Path.of("/proc"), "unix:dev"));
        } catch (IOException | UnsupportedOperationException hidden) {
            return false;
        }
    }

    /** To be asked before they are listed: who comes meanwhile is a change for the next time. */
    boolean changed() {
        int length = descriptor < 0 ? 0 : Math.max(0, files.readFrom(descriptor));
        int from = 0;
        while (from < length && files.bytes()[from] != '/') {
            from++;
        }
        boolean equal = Arrays.equals(files.bytes(), from, length, known, 0, knownLength);
        // Some systems imitate this file, and always say the same.
        everMoved |= !equal && knownLength > 0;
        boolean same = from < length && everMoved && equal && unchanged < AT_LEAST_EVERY;
        unchanged = same ? unchanged + 1 : 0;
        knownLength = Math.min(known.length, length - from);
        System.arraycopy(files.bytes(), from, known, 0, knownLength);
        return !same;
    }

    void close() {
        files.close(descriptor);
    }
}
