package dev.foster.process.internal.portable;

import dev.foster.process.internal.guardian.GuardianScript;
import dev.foster.process.internal.guardian.GuardianTable;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Keeps a guardian process alive through the JDK; its table is a temporary file. */
final class PortableGuardian {
    private static final System.Logger LOG = System.getLogger("dev.foster.process");

    private final Path file;
    private final FileChannel channel;
    private final GuardianTable table;
    private final String cookie;
    private @Nullable Process process;
    private boolean ending;

    private PortableGuardian(Path file, FileChannel channel, String cookie) {
        this.file = file;
        this.channel = channel;
        this.cookie = cookie;
        this.table = new GuardianTable(this::write);
    }

    static Optional<PortableGuardian> start(String cookie) {
        if (!Files.isExecutable(Path.of("/bin/sh"))) {
            return Optional.empty();
        }
        try {
            Path file = Files.createTempFile("foster-guardian-", ".pids");
            var guardian =
                    new PortableGuardian(
                            file, FileChannel.open(file, StandardOpenOption.WRITE), cookie);
            guardian.startProcess();
            return Optional.of(guardian);
        } catch (IOException impossible) {
            LOG.log(
                    Level.WARNING,
                    "cannot start the guardian: children would outlive a killed JVM",
                    impossible);
            return Optional.empty();
        }
    }

    private synchronized void startProcess() throws IOException {
        if (ending) {
            return;
        }
        var builder =
                new ProcessBuilder(GuardianScript.command(cookie, file.toString(), false))
                        .redirectOutput(Redirect.DISCARD)
                        .redirectError(Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin");
        Process started = builder.start();
        process = started;
        var _ = started.onExit().thenRun(this::processEnded);
    }

    private synchronized void processEnded() {
        if (ending) {
            return;
        }
        LOG.log(Level.WARNING, "the guardian process was ended by somebody; starting another");
        try {
            startProcess();
        } catch (IOException impossible) {
            LOG.log(
                    Level.ERROR,
                    "cannot start the guardian again: children would outlive a killed JVM",
                    impossible);
        }
    }

    GuardianTable table() {
        return table;
    }

    private void write(long offset, byte[] bytes) {
        try {
            channel.write(ByteBuffer.wrap(bytes), offset);
        } catch (IOException full) {
            LOG.log(Level.WARNING, "cannot tell the guardian of a child: " + full.getMessage());
        }
    }

    void end() throws IOException {
        Process last;
        synchronized (this) {
            ending = true;
            last = process;
        }
        if (last != null) {
            last.destroyForcibly().onExit().join();
        }
        channel.close();
        Files.deleteIfExists(file);
    }
}
