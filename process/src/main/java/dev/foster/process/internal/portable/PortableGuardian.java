package dev.foster.process.internal.portable;

import dev.foster.process.internal.guardian.GuardianScript;
import dev.foster.process.internal.guardian.GuardianTable;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Keeps a guardian process alive through the JDK; its table is a temporary file. As long as none
 * can be started, another start is tried.
 */
final class PortableGuardian {
    private static final System.Logger LOG = System.getLogger("dev.foster.process");
    private static final long RESTART_NANOS = 1_000_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 30_000_000_000L;

    private final PortableLoop loop;
    private final Executor executor;
    private final String cookie;
    private final GuardianTable table = new GuardianTable(this::write);
    private @Nullable Path file;
    private volatile @Nullable FileChannel channel;
    private @Nullable Process process;
    private volatile boolean guards;
    private boolean ending;
    private long pause = RESTART_NANOS;

    private PortableGuardian(PortableLoop loop, Executor executor, String cookie) {
        this.loop = loop;
        this.executor = executor;
        this.cookie = cookie;
    }

    /** Empty where there can never be one. */
    static Optional<PortableGuardian> start(PortableLoop loop, Executor executor, String cookie) {
        if (!Files.isExecutable(Path.of("/bin/sh"))) {
            return Optional.empty();
        }
        var guardian = new PortableGuardian(loop, executor, cookie);
        guardian.startOrTryAgain();
        return Optional.of(guardian);
    }

    /** Whether there is one, and it knows all children. From any thread. */
    boolean guards() {
        return guards;
    }

    private synchronized void startOrTryAgain() {
        if (ending) {
            return;
        }
        try {
            openTable();
            startProcess();
            guards = true;
            pause = RESTART_NANOS;
        } catch (Throwable impossible) {
            // An Error too, such as for want of a thread.
            boolean isNews = pause == RESTART_NANOS;
            // First what must happen: without a free descriptor nothing may be said.
            tryAgain();
            if (isNews) {
                LOG.log(
                        Level.ERROR,
                        "cannot start the guardian: children would outlive a killed JVM; it is"
                                + " tried again until it can be",
                        impossible);
            }
        }
    }

    /** On another thread than the loop's, which must not wait for a start. */
    private void tryAgain() {
        long next = System.nanoTime() + pause;
        pause = Math.min(LONGEST_PAUSE_NANOS, 2 * pause);
        loop.at(next, () -> executor.execute(this::startOrTryAgain));
    }

    private void openTable() throws IOException {
        if (channel == null) {
            Path place = Files.createTempFile("foster-guardian-", ".pids");
            file = place;
            channel = FileChannel.open(place, StandardOpenOption.WRITE);
            table.rewrite();
        }
    }

    private void startProcess() throws IOException {
        var builder =
                new ProcessBuilder(GuardianScript.command(String.valueOf(file), false))
                        .redirectOutput(Redirect.DISCARD)
                        .redirectError(Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin");
        Process started = builder.start();
        try {
            // It stays open: its end means that this JVM is gone.
            OutputStream pipe = started.getOutputStream();
            pipe.write((cookie + "\n").getBytes(StandardCharsets.UTF_8));
            pipe.flush();
        } catch (IOException gone) {
            started.destroyForcibly();
            throw gone;
        }
        process = started;
        var _ = started.onExit().thenRun(this::processEnded);
    }

    private synchronized void processEnded() {
        if (ending) {
            return;
        }
        guards = false;
        tryAgain();
        LOG.log(Level.WARNING, "the guardian process was ended by somebody; starting another");
    }

    GuardianTable table() {
        return table;
    }

    private void write(long offset, byte[] bytes) {
        FileChannel open = channel;
        if (open == null) {
            return;
        }
        try {
            open.write(ByteBuffer.wrap(bytes), offset);
        } catch (IOException full) {
            LOG.log(Level.WARNING, "cannot tell the guardian of a child: " + full.getMessage());
        }
    }

    void end() throws IOException {
        Process last;
        FileChannel open;
        Path place;
        synchronized (this) {
            ending = true;
            guards = false;
            last = process;
            open = channel;
            place = file;
        }
        if (last != null) {
            last.destroyForcibly().onExit().join();
        }
        if (open != null) {
            open.close();
        }
        if (place != null) {
            Files.deleteIfExists(place);
        }
    }
}
