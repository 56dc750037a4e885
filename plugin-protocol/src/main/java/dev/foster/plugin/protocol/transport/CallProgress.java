package dev.foster.plugin.protocol.transport;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;

/**
 * How far one call came: whether it left this program, and whether its end was the peer's own word.
 * A call that never left was never begun by anybody, and may be made again.
 */
public final class CallProgress extends ClientStreamTracer.Factory {
    private final Runnable onLeft;
    private volatile boolean left;
    private volatile boolean answered;

    public CallProgress() {
        this(() -> {});
    }

    /**
     * Follows a call.
     *
     * @param onLeft is told once it leaves; must not block
     */
    public CallProgress(Runnable onLeft) {
        this.onLeft = onLeft;
    }

    /** These options, for the one call that is followed. */
    public CallOptions in(CallOptions options) {
        return options.withStreamTracerFactory(this);
    }

    /** This channel, for the one call that is followed. */
    public Channel on(Channel channel) {
        return ClientInterceptors.intercept(
                channel,
                new ClientInterceptor() {
                    @Override
                    public <Q, A> ClientCall<Q, A> interceptCall(
                            MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
                        return next.newCall(method, in(options));
                    }
                });
    }

    /** Whether its beginning was given to the system to be sent. */
    public boolean left() {
        return left;
    }

    /** Whether it ended with a status that the peer's gRPC sent. */
    public boolean answered() {
        return answered;
    }

    @Override
    public ClientStreamTracer newClientStreamTracer(
            ClientStreamTracer.StreamInfo info, Metadata headers) {
        return new ClientStreamTracer() {
            @Override
            public void outboundHeaders() {
                left = true;
                onLeft.run();
            }

            @Override
            public void inboundTrailers(Metadata trailers) {
                answered = true;
            }
        };
    }
}
