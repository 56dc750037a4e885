package dev.foster.sdk;

import com.google.protobuf.Empty;

import dev.foster.plugin.protocol.wire.GRPCStdioGrpc;
import dev.foster.plugin.protocol.wire.StdioData;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends what the plugin printed to the host, which holds one stream open for it. Nothing is sent
 * twice, so there is one reader: a host that asks anew takes the place of the one before.
 */
final class StdioService extends GRPCStdioGrpc.GRPCStdioImplBase {
    private final StdioBuffer buffer;
    private final AtomicLong calls = new AtomicLong();
    private final AtomicInteger open = new AtomicInteger();

    StdioService(StdioBuffer buffer) {
        this.buffer = buffer;
    }

    /** Whether somebody takes what is printed. */
    boolean read() {
        return open.get() > 0;
    }

    @Override
    public void streamStdio(Empty request, StreamObserver<StdioData> answers) {
        var call = (ServerCallStreamObserver<StdioData>) answers;
        call.setOnReadyHandler(buffer::wake);
        call.setOnCancelHandler(buffer::wake);
        long number = calls.incrementAndGet();
        open.incrementAndGet();
        buffer.wake(); // the reader before this one finds that it is over
        Thread.ofVirtual().name("foster-stdio").start(() -> send(call, number));
    }

    private void send(ServerCallStreamObserver<StdioData> call, long number) {
        try {
            while (true) {
                Optional<StdioData> piece =
                        buffer.take(
                                call::isReady, () -> call.isCancelled() || calls.get() != number);
                if (piece.isEmpty()) {
                    break;
                }
                call.onNext(piece.get());
            }
        } catch (InterruptedException nobodyInterruptsThis) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error fault) {
            // Not left open: the host would wait for what nobody sends.
            call.onError(Status.INTERNAL.withDescription(String.valueOf(fault)).asException());
            return;
        } finally {
            open.decrementAndGet();
        }
        if (!call.isCancelled()) {
            call.onCompleted();
        }
    }
}
