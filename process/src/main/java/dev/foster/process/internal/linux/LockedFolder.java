package dev.foster.process.internal.linux;

import dev.foster.process.FolderClaim;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A lock on a folder itself, which Java has no call for. */
public final class LockedFolder implements FolderClaim {
    private final int descriptor;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LockedFolder(int descriptor) {
        this.descriptor = descriptor;
    }

    /** Opens a folder and locks it, unless another opening of it is locked. */
    public static Optional<FolderClaim> lock(Path folder) throws IOException {
        Optional<String> obstacle = LinuxEngine.obstacle();
        if (obstacle.isPresent()) {
            throw new IOException(obstacle.get());
        }
        try (Arena arena = Arena.ofConfined()) {
            var system = new SystemCalls(arena);
            int fd =
                    system.open(
                            arena.allocateFrom(folder.toAbsolutePath().toString()),
                            SystemCalls.O_DIRECTORY | SystemCalls.O_CLOEXEC);
            if (fd < 0) {
                throw new IOException("it cannot be opened (error " + system.errno() + ")");
            }
            if (system.lock(fd) >= 0) {
                return Optional.of(new LockedFolder(fd));
            }
            int error = system.errno();
            system.close(fd);
            if (error == SystemCalls.EAGAIN) {
                return Optional.empty();
            }
            throw new IOException("its file system refuses (error " + error + ")");
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try (Arena arena = Arena.ofConfined()) {
                new SystemCalls(arena).close(descriptor);
            }
        }
    }
}
