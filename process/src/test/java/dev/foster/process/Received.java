package dev.foster.process;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A count and a digest of the bytes a test received from a child. */
final class Received implements OutputListener<Chunk> {
    private final MessageDigest digest = sha256();
    private long bytes;
    private long missed;
    private int ends;

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Receives both streams from the oldest byte kept. */
    static Received of(Child child) {
        var received = new Received();
        child.output().bytes(OutputView.all(), received);
        return received;
    }

    @Override
    public synchronized void next(Chunk chunk) {
        bytes += chunk.bytes().length;
        digest.update(chunk.bytes());
        notifyAll();
    }

    @Override
    public synchronized void gap(long length) {
        missed += length;
        notifyAll();
    }

    @Override
    public synchronized void end() {
        ends++;
        notifyAll();
    }

    synchronized Received awaitBytes(long count) throws InterruptedException {
        return await(count + " bytes", () -> bytes + missed >= count);
    }

    synchronized Received awaitEnd() throws InterruptedException {
        return await("the end of the output", () -> ends > 0);
    }

    private Received await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + EngineContract.SOON.toNanos();
        while (!condition.getAsBoolean()) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError(
                        "did not receive "
                                + what
                                + "; received "
                                + bytes
                                + " bytes, ends="
                                + ends
                                + ", missed="
                                + missed);
            }
            wait(left);
        }
        return this;
    }

    synchronized long bytes() {
        return bytes;
    }

    synchronized long missed() {
        return missed;
    }

    synchronized int ends() {
        return ends;
    }

    /** The digest of everything received; call it once. */
    synchronized String digest() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
