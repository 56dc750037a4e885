package dev.foster.plugin;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;

import java.nio.channels.ClosedChannelException;

/**
 * Makes a call that its plugin did not live to answer end as UNAVAILABLE, always. By itself gRPC
 * says UNKNOWN where the connection closes between the call and its first byte.
 */
record HungUp(String id) implements ClientInterceptor {

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
            MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
            @Override
            public void start(Listener<A> listener, Metadata headers) {
                super.start(new Told<>(listener, id), headers);
            }
        };
    }

    /** Hears the end first. */
    private static final class Told<A> extends SimpleForwardingClientCallListener<A> {
        private final String id;

        Told(ClientCall.Listener<A> listener, String id) {
            super(listener);
            this.id = id;
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            boolean hungUp =
                    status.getCode() == Status.Code.UNKNOWN
                            && status.getCause() instanceof ClosedChannelException;
            super.onClose(
                    hungUp
                            ? Status.UNAVAILABLE
                                    .withDescription("plugin " + id + " hung up during the call")
                                    .withCause(status.getCause())
                            : status,
                    trailers);
        }
    }
}
