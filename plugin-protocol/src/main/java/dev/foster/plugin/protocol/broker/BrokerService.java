package dev.foster.plugin.protocol.broker;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.wire.ConnInfo;
import dev.foster.plugin.protocol.wire.GRPCBrokerGrpc;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;

/** What a plugin serves so that the host can start its broker. */
final class BrokerService extends GRPCBrokerGrpc.GRPCBrokerImplBase {
    private final BrokerStream line;

    BrokerService(BrokerStream line) {
        this.line = line;
    }

    @Override
    public StreamObserver<ConnInfo> startStream(StreamObserver<ConnInfo> host) {
        try {
            StreamObserver<ConnInfo> incoming = line.start();
            line.speakTo(host);
            return incoming;
        } catch (ProtocolException refused) {
            host.onError(
                    Status.FAILED_PRECONDITION
                            .withDescription(refused.getMessage())
                            .asRuntimeException());
            return new Ignored();
        }
    }

    /** Hears what a refused host says before it knows. */
    private static final class Ignored implements StreamObserver<ConnInfo> {
        @Override
        public void onNext(ConnInfo message) {}

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onCompleted() {}
    }
}
