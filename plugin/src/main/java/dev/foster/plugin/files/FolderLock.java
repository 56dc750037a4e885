package dev.foster.plugin.files;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * A lock that keeps out other threads and other processes alike, and that the system takes back
 * when its holder dies. The file stays: removing it would let a third party lock a new file of the
 * same name while somebody still holds the old one.
 */
public final class FolderLock implements AutoCloseable {
    // The system's locks belong to the whole process: threads need one of their own. Any thread may
    // release a semaphore, so a lock can be closed elsewhere than where it was taken.
    private static final ConcurrentHashMap<Path, Semaphore> THREADS = new ConcurrentHashMap<>();

    private final Semaphore semaphore;
    private final FileChannel channel;
    private final FileLock lock;

    private FolderLock(Semaphore semaphore, FileChannel channel, FileLock lock) {
        this.semaphore = semaphore;
        this.channel = channel;
        this.lock = lock;
    }

    /** Waits until the lock is free, and takes it. */
    public static FolderLock take(Path file) throws IOException, InterruptedException {
        Semaphore semaphore = semaphore(file);
        semaphore.acquire();
        boolean taken = false;
        try {
            FileChannel channel = open(file);
            try {
                FileLock lock = channel.lock();
                taken = true;
                return new FolderLock(semaphore, channel, lock);
            } finally {
                if (!taken) {
                    channel.close();
                }
            }
        } catch (FileLockInterruptionException | ClosedByInterruptException interrupted) {
            // The channel leaves the mark of the interrupt set; the exception stands for it now.
            Thread.interrupted();
            var stopped = new InterruptedException("interrupted while waiting for " + file);
            stopped.addSuppressed(interrupted);
            throw stopped;
        } finally {
            if (!taken) {
                semaphore.release();
            }
        }
    }

    /** Takes the lock if nobody holds it. */
    public static Optional<FolderLock> tryTake(Path file) throws IOException {
        Semaphore semaphore = semaphore(file);
        if (!semaphore.tryAcquire()) {
            return Optional.empty();
        }
        boolean taken = false;
        try {
            FileChannel channel = open(file);
            try {
                FileLock lock = channel.tryLock();
                if (lock != null) {
                    taken = true;
                    return Optional.of(new FolderLock(semaphore, channel, lock));
                }
            } finally {
                if (!taken) {
                    channel.close();
                }
            }
            return Optional.empty();
        } finally {
            if (!taken) {
                semaphore.release();
            }
        }
    }

    private static Semaphore semaphore(Path file) throws IOException {
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (folder == null) {
            throw new IOException("cannot lock " + file + ": it is no file; name one");
        }
        Files.createDirectories(folder);
        Path real = folder.toRealPath().resolve(file.getFileName());
        return THREADS.computeIfAbsent(real, _ -> new Semaphore(1));
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    @Override
    public void close() throws IOException {
        try {
            lock.release();
        } catch (IOException closedAlready) {
            if (channel.isOpen()) {
                throw closedAlready;
            }
        } finally {
            try {
                channel.close();
            } finally {
                semaphore.release();
            }
        }
    }
}
