package dev.foster.plugin.protocol.broker;

import dev.foster.plugin.protocol.tls.Security;
import dev.foster.plugin.protocol.transport.BoundServer;
import dev.foster.plugin.protocol.transport.Channels;
import dev.foster.plugin.protocol.transport.ListenPlace;
import dev.foster.plugin.protocol.wire.ConnInfo;
import dev.foster.plugin.protocol.wire.GRPCBrokerGrpc;

import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/** A plugin that is nothing but its half of the broker's stream, and says what the test wants. */
final class Scripted extends GRPCBrokerGrpc.GRPCBrokerImplBase implements AutoCloseable {
    private final CompletableFuture<StreamObserver<ConnInfo>> host = new CompletableFuture<>();
    private final BlockingQueue<ConnInfo> heard = new LinkedBlockingQueue<>();
    private final BoundServer server =
            BoundServer.start(
                    new ListenPlace.Ports(0, 0),
                    Security.plain(),
                    settings -> settings.addService(this));
    private final ManagedChannel channel = Channels.open(server.address(), Security.plain());

    static Scripted start(GrpcBroker broker) {
        var scripted = new Scripted();
        broker.start(scripted.channel);
        return scripted;
    }

    @Override
    public StreamObserver<ConnInfo> startStream(StreamObserver<ConnInfo> observer) {
        host.complete(observer);
        return new StreamObserver<>() {
            @Override
            public void onNext(ConnInfo message) {
                heard.add(message);
            }

            @Override
            public void onError(Throwable failure) {
                heard.clear();
            }

            @Override
            public void onCompleted() {
                observer.onCompleted();
            }
        };
    }

    void say(ConnInfo message) {
        host.join().onNext(message);
    }

    ConnInfo hear() throws InterruptedException {
        return heard.take();
    }

    @Override
    public void close() {
        channel.shutdownNow();
        server.close();
    }
}
