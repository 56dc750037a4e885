package dev.foster.plugin.session;

import com.google.protobuf.Empty;

import dev.foster.plugin.protocol.wire.GRPCStdioGrpc;
import dev.foster.plugin.protocol.wire.StdioData;
import dev.foster.process.ChildStream;

import io.grpc.Channel;
import io.grpc.stub.StreamObserver;

/**
 * Reads what a plugin prints by the means of its language, always and to the end: a plugin whose
 * words nobody reads stands still after a while.
 */
final class Printed implements StreamObserver<StdioData> {
    private final SessionListener listener;

    private Printed(SessionListener listener) {
        this.listener = listener;
    }

    static void read(Channel channel, SessionListener listener) {
        GRPCStdioGrpc.newStub(channel)
                .streamStdio(Empty.getDefaultInstance(), new Printed(listener));
    }

    @Override
    public void onNext(StdioData piece) {
        switch (piece.getChannel()) {
            case STDOUT -> listener.printed(ChildStream.STDOUT, piece.getData().toByteArray());
            case STDERR -> listener.printed(ChildStream.STDERR, piece.getData().toByteArray());
            // A stream that this version of the protocol does not know.
            case INVALID, UNRECOGNIZED -> {}
        }
    }

    @Override
    public void onError(Throwable end) {
        // It ends with the plugin, and some plugins never had it.
    }

    @Override
    public void onCompleted() {}
}
