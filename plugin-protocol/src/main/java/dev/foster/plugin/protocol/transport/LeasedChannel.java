package dev.foster.plugin.protocol.transport;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A channel that gives its share of the event loops back once it has ended. */
final class LeasedChannel extends ManagedChannel {
    private static final long FOREVER_DAYS = 365_000;

    private final ManagedChannel channel;
    private final EventLoops.Lease lease;
    private final AtomicBoolean ending = new AtomicBoolean();

    LeasedChannel(ManagedChannel channel, EventLoops.Lease lease) {
        this.channel = channel;
        this.lease = lease;
    }

    @Override
    public ManagedChannel shutdown() {
        channel.shutdown();
        releaseAtTheEnd();
        return this;
    }

    @Override
    public ManagedChannel shutdownNow() {
        channel.shutdownNow();
        releaseAtTheEnd();
        return this;
    }

    /** gRPC tells nobody when a channel has ended, so somebody has to wait for it. */
    private void releaseAtTheEnd() {
        if (ending.compareAndSet(false, true)) {
            Thread.startVirtualThread(
                    () -> {
                        try {
                            channel.awaitTermination(FOREVER_DAYS, TimeUnit.DAYS);
                        } catch (InterruptedException nobodyInterruptsThis) {
                            Thread.currentThread().interrupt();
                        } finally {
                            lease.close();
                        }
                    });
        }
    }

    @Override
    public boolean isShutdown() {
        return channel.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return channel.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return channel.awaitTermination(timeout, unit);
    }

    @Override
    public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
        return channel.newCall(method, options);
    }

    @Override
    public String authority() {
        return channel.authority();
    }

    @Override
    public ConnectivityState getState(boolean requestConnection) {
        return channel.getState(requestConnection);
    }

    @Override
    public void notifyWhenStateChanged(ConnectivityState source, Runnable callback) {
        channel.notifyWhenStateChanged(source, callback);
    }

    @Override
    public void resetConnectBackoff() {
        channel.resetConnectBackoff();
    }

    @Override
    public void enterIdle() {
        channel.enterIdle();
    }
}
