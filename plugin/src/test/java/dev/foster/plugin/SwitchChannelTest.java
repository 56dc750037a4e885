package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.plugin.kv.Chunk;
import dev.foster.plugin.kv.StreamerServiceGrpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A channel that is the same through all runs of a plugin. */
class SwitchChannelTest {
    private static final MethodDescriptor<Chunk, Chunk> ECHO = StreamerServiceGrpc.getEchoMethod();

    private final SwitchChannel channel = new SwitchChannel("kv");

    /** Hears how a call ends. */
    private static final class End extends ClientCall.Listener<Chunk> {
        final CompletableFuture<Status> status = new CompletableFuture<>();

        @Override
        public void onClose(Status end, Metadata trailers) {
            status.complete(end);
        }
    }

    /** Notes what is done with its calls. */
    private static final class Noting extends Channel {
        final List<String> steps = new ArrayList<>();

        @Override
        public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
            return new ClientCall<>() {
                @Override
                public void start(Listener<A> listener, Metadata headers) {
                    steps.add("start");
                }

                @Override
                public void request(int messages) {
                    steps.add("request " + messages);
                }

                @Override
                public void cancel(@Nullable String message, @Nullable Throwable cause) {
                    steps.add("cancel " + message);
                }

                @Override
                public void halfClose() {
                    steps.add("half close");
                }

                @Override
                public void sendMessage(Q message) {
                    steps.add("send");
                }
            };
        }

        @Override
        public String authority() {
            return "noting";
        }
    }

    private ClientCall<Chunk, Chunk> waiting(CallOptions options) {
        return channel.view(WhenAway.WAIT).newCall(ECHO, options);
    }

    @Test
    void whatACallerDidWhileItWaitedIsDoneInOrder() {
        channel.expect();
        ClientCall<Chunk, Chunk> call = waiting(CallOptions.DEFAULT);
        call.start(new End(), new Metadata());
        call.request(2);
        call.sendMessage(Chunk.getDefaultInstance());
        assertThat(call.isReady()).as("nobody should hurry to send more").isFalse();
        var plugin = new Noting();
        channel.connect(plugin);
        call.halfClose();
        call.cancel("enough", null);
        assertThat(call.isReady()).isTrue();
        assertThat(plugin.steps)
                .containsExactly("start", "request 2", "send", "half close", "cancel enough");
    }

    @Test
    void aCallThatIsCancelledWhileItWaitsNeverGoesOut() {
        channel.expect();
        ClientCall<Chunk, Chunk> call = waiting(CallOptions.DEFAULT);
        var end = new End();
        call.start(end, new Metadata());
        call.cancel("changed my mind", null);
        assertThat(code(end)).isEqualTo(Status.Code.CANCELLED);
        var plugin = new Noting();
        channel.connect(plugin);
        call.sendMessage(Chunk.getDefaultInstance());
        assertThat(plugin.steps).isEmpty();
    }

    @Test
    void aCallWaitsNoLongerThanItsDeadline() {
        channel.expect();
        ClientCall<Chunk, Chunk> call =
                waiting(CallOptions.DEFAULT.withDeadlineAfter(10, TimeUnit.MILLISECONDS));
        var end = new End();
        call.start(end, new Metadata());
        assertThat(code(end)).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
    }

    @Test
    void aCallThatBeganBeforeTheEndHearsOfItOnce() {
        channel.expect();
        ClientCall<Chunk, Chunk> call = waiting(CallOptions.DEFAULT);
        channel.end("it gave up");
        var end = new End();
        call.start(end, new Metadata());
        assertThat(code(end)).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(end.status.join().getDescription())
                .isEqualTo("cannot call plugin kv: it gave up");
    }

    @Test
    void theReasonOfTheEndOutlivesTheConnection() {
        channel.connect(new Noting());
        channel.end("it gave up");
        channel.disconnect("it is being restarted");
        var end = new End();
        waiting(CallOptions.DEFAULT).start(end, new Metadata());
        assertThat(code(end)).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(end.status.join().getDescription()).contains("it gave up");
    }

    private static Status.Code code(End end) {
        return end.status.orTimeout(Stage.PATIENCE.toSeconds(), TimeUnit.SECONDS).join().getCode();
    }
}
