package dev.foster.plugin.protocol.transport;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The threads that read and write all connections of this JVM's hosts and plugins. They exist while
 * at least one connection or server does, and are daemons: a forgotten channel keeps no program
 * alive.
 *
 * <p>Code of an application runs on them only where it asked for a direct executor; such code must
 * not block, because every other connection on the same thread would wait with it.
 */
public final class EventLoops {
    /** Enough to keep connections from waiting for each other; what is parsed here is small. */
    private static final int THREADS = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 4);

    private static final long CLOSE_WITHIN_SECONDS = 2;

    private static @Nullable EventLoopGroup group;
    private static int users;

    private EventLoops() {}

    /** Takes part in the threads until the lease is closed. */
    public static synchronized Lease lease() {
        EventLoopGroup shared = group;
        if (shared == null) {
            shared =
                    new MultiThreadIoEventLoopGroup(
                            THREADS,
                            new DefaultThreadFactory("foster-plugin-io", true),
                            NioIoHandler.newFactory());
            group = shared;
        }
        users++;
        return new Lease(shared);
    }

    private static synchronized void release(EventLoopGroup leased) {
        users--;
        if (users == 0) {
            group = null;
            var _ = leased.shutdownGracefully(0, CLOSE_WITHIN_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** One user's share; closing it twice changes nothing. */
    public static final class Lease implements AutoCloseable {
        private final EventLoopGroup group;
        private final AtomicBoolean closed = new AtomicBoolean();

        private Lease(EventLoopGroup group) {
            this.group = group;
        }

        /** Not to be shut down by the user. */
        public EventLoopGroup group() {
            return group;
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                release(group);
            }
        }
    }
}
