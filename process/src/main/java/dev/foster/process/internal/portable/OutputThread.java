package dev.foster.process.internal.portable;

import dev.foster.process.ChildStream;
import dev.foster.process.internal.EngineFaults;
import dev.foster.process.internal.output.OutputRing;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.concurrent.Semaphore;

/**
 * Reads one stream of one child, on a platform thread: a blocked read would hold a virtual thread's
 * carrier. Raw reads, since cutting lines is the listeners' business.
 */
final class OutputThread implements Runnable {
    private static final int READ_SIZE = 64 * 1024;

    private final InputStream in;
    private final ChildStream stream;
    private final OutputRing ring;
    private final EngineFaults faults;
    private final Runnable atEnd;
    private final Semaphore room = new Semaphore(0);
    private volatile boolean abandoned;
    private volatile boolean ended;

    OutputThread(
            InputStream in,
            ChildStream stream,
            OutputRing ring,
            EngineFaults faults,
            Runnable atEnd) {
        this.faults = faults;
        this.in = in;
        this.stream = stream;
        this.ring = ring;
        this.atEnd = atEnd;
    }

    void start(long pid) {
        Thread.ofPlatform()
                .name("foster-" + stream.name().toLowerCase(Locale.ROOT) + "-" + pid)
                .daemon()
                .start(this);
    }

    /** Reads no more, even if there is more. */
    void abandon() {
        abandoned = true;
        room.release();
    }

    boolean ended() {
        return ended;
    }

    @Override
    public void run() {
        byte[] buffer = new byte[READ_SIZE];
        MemorySegment bytes = MemorySegment.ofArray(buffer);
        try (in) {
            while (true) {
                while (!abandoned && !ring.hasRoom(READ_SIZE, room::release)) {
                    room.acquireUninterruptibly();
                }
                if (abandoned) {
                    break;
                }
                int length = in.read(buffer);
                if (length < 0) {
                    break;
                }
                faults.survives(
                        "it kept what a child wrote",
                        () -> {
                            ring.append(stream, bytes, length);
                            ring.announce();
                        });
            }
        } catch (IOException closed) {
            // The JDK closes the pipe under us once the process is gone: an end like any other.
        } finally {
            ended = true;
            atEnd.run();
        }
    }
}
