package dev.foster.process.internal.linux;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.Optional;

/** Finds out whether the Linux engine can run here, without starting anything. */
final class EngineObstacle {
    private EngineObstacle() {}

    static Optional<String> find() {
        String system = System.getProperty("os.name", "");
        String machine = System.getProperty("os.arch", "");
        if (!system.equals("Linux")) {
            return Optional.of("this is " + system);
        }
        if (!machine.equals("amd64") && !machine.equals("aarch64")) {
            return Optional.of("the engine does not know the " + machine + " machine");
        }
        try {
            return findInLibrary();
        } catch (LinkageError | UnsupportedOperationException | IllegalCallerException refused) {
            return Optional.of(
                    "this JVM does not allow native calls (" + refused.getMessage() + ")");
        }
    }

    private static Optional<String> findInLibrary() {
        List<String> missing = Libc.missing();
        if (!missing.isEmpty()) {
            return Optional.of("the C library lacks " + String.join(", ", missing));
        }
        try (Arena arena = Arena.ofConfined()) {
            var system = new SystemCalls(arena);
            int pidfd = system.pidfdOpen(ProcessHandle.current().pid());
            if (pidfd < 0 && system.outOfDescriptors()) {
                // That says nothing about the kernel; the start will say what is wrong.
                return Optional.empty();
            }
            if (pidfd < 0) {
                return Optional.of("the kernel has no pidfd (error " + system.errno() + ")");
            }
            system.close(pidfd);
            return Optional.empty();
        }
    }
}
