package dev.foster.cli.mcp.bridge;

import dev.foster.cli.mcp.link.ModernHeaders;
import dev.foster.cli.mcp.link.ServerLink;
import dev.foster.cli.mcp.pipe.ClientPipe;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Passes messages on between a client on standard input and output and a broker. */
final class Bridge {
    /** For answers that are on their way when the client says that it sends no more. */
    private static final Duration GRACE = Duration.ofMillis(1500);

    private final Map<RawJson, Thread> modernRequests = new ConcurrentHashMap<>();
    private final Map<RawJson, Thread> legacyRequests = new ConcurrentHashMap<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final ClientPipe client;
    private final ModernSide modern;
    private final LegacySide legacy;

    Bridge(ServerLink link, ClientPipe client) {
        var broker = new BrokerCalls(link);
        this.client = client;
        this.modern = new ModernSide(broker, client);
        this.legacy = new LegacySide(broker, client);
    }

    /** Works until the client sends no more. */
    void run() {
        for (Optional<RpcMessage> next = client.next(); next.isPresent(); next = client.next()) {
            take(next.get());
        }
        awaitAnswers();
        end();
    }

    private void take(RpcMessage message) {
        switch (message.kind()) {
            case REQUEST -> request(message);
            case NOTIFICATION -> notification(message);
            case RESPONSE -> legacy.tell(message);
        }
    }

    private void request(RpcMessage message) {
        if (ModernHeaders.version(message).isPresent()) {
            begin(message, modernRequests, modern::request);
        } else if (message.isFor(Mcp.INITIALIZE)) {
            legacy.initialize(message);
        } else {
            begin(message, legacyRequests, legacy::request);
        }
    }

    private static void begin(
            RpcMessage message, Map<RawJson, Thread> running, Consumer<RpcMessage> work) {
        RawJson id = message.id();
        Thread thread =
                Thread.ofVirtual()
                        .name("foster-mcp-request")
                        .unstarted(
                                () -> {
                                    try {
                                        work.accept(message);
                                    } finally {
                                        running.remove(id, Thread.currentThread());
                                    }
                                });
        running.put(id, thread);
        thread.start();
    }

    private void notification(RpcMessage message) {
        if (message.isFor(Mcp.CANCELLED_NOTE)) {
            // Closing the connection is how the modern era cancels.
            Optional<Thread> running =
                    message.params()
                            .member("requestId")
                            .flatMap(id -> Optional.ofNullable(modernRequests.remove(id)));
            if (running.isPresent()) {
                running.get().interrupt();
                return;
            }
        }
        if (ModernHeaders.version(message).isPresent()) {
            modern.notification(message);
        } else {
            legacy.tell(message);
        }
    }

    private void awaitAnswers() {
        long deadline = System.nanoTime() + GRACE.toNanos();
        try {
            for (Map<RawJson, Thread> running : List.of(modernRequests, legacyRequests)) {
                for (Thread thread : List.copyOf(running.values())) {
                    long left = deadline - System.nanoTime();
                    thread.join(Duration.ofNanos(Math.max(1, left)));
                }
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    /** Leaves nothing open at the broker; the second time there is nothing left to do. */
    void end() {
        if (ended.compareAndSet(false, true)) {
            modernRequests.values().forEach(Thread::interrupt);
            legacyRequests.values().forEach(Thread::interrupt);
            legacy.end();
        }
    }
}
