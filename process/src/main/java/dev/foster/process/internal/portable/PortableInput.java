package dev.foster.process.internal.portable;

import dev.foster.process.internal.ChildInput;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A child's standard input through the JDK's pipe. Closing never waits for a writer that is stuck
 * in it.
 */
final class PortableInput extends ChildInput {
    private final OutputStream pipe;
    private final String command;
    private final Executor executor;
    private final ReentrantLock writing = new ReentrantLock();
    private volatile boolean closed;

    PortableInput(OutputStream pipe, String command, Executor executor) {
        this.pipe = pipe;
        this.command = command;
        this.executor = executor;
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        writing.lock();
        try {
            if (closed) {
                throw new IOException(
                        "cannot write to "
                                + command
                                + ": its input is closed; start it again to say more");
            }
            pipe.write(bytes, offset, length);
            pipe.flush();
        } catch (IOException refused) {
            throw closed
                    ? refused
                    : new IOException(
                            "cannot write to "
                                    + command
                                    + ": it closed its input or has exited; see its output for why",
                            refused);
        } finally {
            writing.unlock();
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (writing.tryLock()) {
            try {
                closePipe();
            } finally {
                writing.unlock();
            }
        } else {
            executor.execute(
                    () -> {
                        writing.lock();
                        try {
                            closePipe();
                        } finally {
                            writing.unlock();
                        }
                    });
        }
    }

    private void closePipe() {
        try {
            pipe.close();
        } catch (IOException gone) {
            // The reader is gone: there is nothing left to close properly.
        }
    }
}
