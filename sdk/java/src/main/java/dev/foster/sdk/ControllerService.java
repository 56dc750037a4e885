package dev.foster.sdk;

import dev.foster.plugin.protocol.wire.Empty;
import dev.foster.plugin.protocol.wire.GRPCControllerGrpc;

import io.grpc.stub.StreamObserver;

/**
 * Ends the plugin when the host says so. The answer goes out when the author's part is done: from
 * then on a host gives the process only two seconds to exit.
 */
final class ControllerService extends GRPCControllerGrpc.GRPCControllerImplBase {
    private final Runnable prepare;
    private final Runnable end;

    /**
     * @param prepare brings the plugin's work to an end, while it still serves
     * @param end lets it stop to serve
     */
    ControllerService(Runnable prepare, Runnable end) {
        this.prepare = prepare;
        this.end = end;
    }

    @Override
    public void shutdown(Empty request, StreamObserver<Empty> answer) {
        try {
            prepare.run();
            answer.onNext(Empty.getDefaultInstance());
            answer.onCompleted();
        } finally {
            end.run();
        }
    }
}
