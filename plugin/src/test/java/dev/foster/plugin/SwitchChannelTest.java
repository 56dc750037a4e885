package dev.foster.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.plugin.kv.Chunk;
import dev.foster.plugin.kv.StreamerServiceGrpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

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
        channel.connect(plugin, new CompletableFuture<>());
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
        channel.connect(plugin, new CompletableFuture<>());
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
        channel.connect(new Noting(), new CompletableFuture<>());
        channel.end("it gave up");
        channel.disconnect("it is being restarted");
        var end = new End();
        waiting(CallOptions.DEFAULT).start(end, new Metadata());
        assertThat(code(end)).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(end.status.join().getDescription()).contains("it gave up");
    }

    /** Gives its calls to the test, which plays the connection. */
    private static final class Line extends Channel {
        final List<Runnable> leave = new ArrayList<>();
        final List<Consumer<Status>> close = new ArrayList<>();
        final List<Object> sent = new ArrayList<>();

        @Override
        public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
            var tracer =
                    options.getStreamTracerFactories()
                            .getFirst()
                            .newClientStreamTracer(
                                    ClientStreamTracer.StreamInfo.newBuilder().build(),
                                    new Metadata());
            leave.add(tracer::outboundHeaders);
            return new NoopClientCall<>() {
                @Override
                public void start(Listener<A> listener, Metadata headers) {
                    close.add(status -> listener.onClose(status, new Metadata()));
                }

                @Override
                public void sendMessage(Q message) {
                    var _ = method.streamRequest(message);
                    sent.add(message);
                }
            };
        }

        @Override
        public String authority() {
            return "line";
        }
    }

    private static class NoopClientCall<Q, A> extends ClientCall<Q, A> {
        @Override
        public void start(Listener<A> listener, Metadata headers) {}

        @Override
        public void request(int messages) {}

        @Override
        public void cancel(@Nullable String message, @Nullable Throwable cause) {}

        @Override
        public void halfClose() {}

        @Override
        public void sendMessage(Q message) {}
    }

    /** Its messages cannot be written. */
    private static final MethodDescriptor<Chunk, Chunk> BROKEN_ECHO =
            ECHO.<Chunk, Chunk>toBuilder(
                            new MethodDescriptor.Marshaller<>() {
                                @Override
                                public InputStream stream(Chunk value) {
                                    throw new IllegalStateException("no bytes for this");
                                }

                                @Override
                                public Chunk parse(InputStream stream) {
                                    throw new UnsupportedOperationException();
                                }
                            },
                            ECHO.getResponseMarshaller())
                    .build();

    private static final Status BROKEN =
            Status.UNAVAILABLE.withDescription("Channel Pipeline: [SslHandler#0]");

    private End sent(WhenAway whenAway) {
        ClientCall<Chunk, Chunk> call = channel.view(whenAway).newCall(ECHO, CallOptions.DEFAULT);
        var end = new End();
        call.start(end, new Metadata());
        call.request(1);
        call.sendMessage(Chunk.getDefaultInstance());
        call.halfClose();
        return end;
    }

    @Test
    void aCallThatNeverLeftGoesToTheNextRunWithAllThatWasSaid() {
        var first = new Line();
        channel.connect(first, new CompletableFuture<>());
        End end = sent(WhenAway.WAIT);
        channel.disconnect("it is being restarted");
        first.close.getFirst().accept(BROKEN);
        assertThat(end.status).isNotDone();
        var second = new Line();
        channel.connect(second, new CompletableFuture<>());
        assertThat(second.sent).containsExactly(Chunk.getDefaultInstance());
        second.leave.getFirst().run();
        second.close.getFirst().accept(Status.OK);
        assertThat(code(end)).isEqualTo(Status.Code.OK);
    }

    @Test
    void aCallThatWasCancelledGoesToNoOtherRun() {
        var first = new Line();
        channel.connect(first, new CompletableFuture<>());
        ClientCall<Chunk, Chunk> call = waiting(CallOptions.DEFAULT);
        var end = new End();
        call.start(end, new Metadata());
        call.cancel("enough", null);
        channel.disconnect("it is being restarted");
        first.close.getFirst().accept(BROKEN);
        assertThat(code(end)).isEqualTo(Status.Code.CANCELLED);
        var second = new Line();
        channel.connect(second, new CompletableFuture<>());
        assertThat(second.close).isEmpty();
    }

    @Test
    void aCallThatCannotBeRepeatedFailsAloneAndLetsTheOthersGo() {
        channel.expect();
        ClientCall<Chunk, Chunk> broken =
                channel.view(WhenAway.WAIT).newCall(BROKEN_ECHO, CallOptions.DEFAULT);
        var end = new End();
        broken.start(end, new Metadata());
        broken.sendMessage(Chunk.getDefaultInstance());
        End other = sent(WhenAway.WAIT);
        var run = new Line();
        channel.connect(run, new CompletableFuture<>());
        assertThat(code(end)).isEqualTo(Status.Code.CANCELLED);
        run.close.getLast().accept(Status.OK);
        assertThat(code(other)).isEqualTo(Status.Code.OK);
    }

    @Test
    void aCallThatNeverLeftFailsWhenThereIsNoNextRun() {
        var only = new Line();
        channel.connect(only, new CompletableFuture<>());
        End end = sent(WhenAway.WAIT);
        channel.end("it gave up");
        only.close.getFirst().accept(BROKEN);
        assertThat(code(end)).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(end.status.join().getDescription())
                .isEqualTo("cannot call plugin kv: it gave up");
    }

    @Test
    void aCallThatLeftEndsWithItsRunAndTellsHow() {
        var run = new Line();
        var exit = new CompletableFuture<String>();
        channel.connect(run, exit);
        End end = sent(WhenAway.WAIT);
        run.leave.getFirst().run();
        run.close.getFirst().accept(BROKEN);
        assertThat(end.status).as("the end of the process comes a little later").isNotDone();
        exit.complete("exit 3");
        assertThat(code(end)).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(end.status.join().getDescription())
                .isEqualTo(
                        "cannot finish the call to plugin kv: it ended: exit 3; find out what it"
                                + " has done before you call again");
    }

    @Test
    void aCallThatDoesNotWaitIsToldInWordsThatItNeverLeft() {
        var run = new Line();
        channel.connect(run, CompletableFuture.completedFuture("killed by SIGKILL"));
        End end = sent(WhenAway.FAIL);
        run.close.getFirst().accept(BROKEN);
        assertThat(code(end)).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(end.status.join().getDescription())
                .isEqualTo(
                        "cannot call plugin kv: it ended: killed by SIGKILL; call again when it is"
                                + " back");
    }

    @Test
    void oneThatHangsUpAndLivesIsNotWaitedForLong() {
        var run = new Line();
        channel.connect(run, new CompletableFuture<>());
        End end = sent(WhenAway.FAIL);
        run.leave.getFirst().run();
        run.close.getFirst().accept(BROKEN);
        assertThat(code(end)).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(end.status.join().getDescription())
                .startsWith("cannot finish the call to plugin kv: it hung up; ");
    }

    @Test
    void whatThePluginItselfAnswersIsHandedOn() {
        var run = new Line();
        channel.connect(run, new CompletableFuture<>());
        End end = sent(WhenAway.WAIT);
        run.leave.getFirst().run();
        Status own = Status.NOT_FOUND.withDescription("no such key");
        run.close.getFirst().accept(own);
        assertThat(end.status).isCompletedWithValue(own);
    }

    private static Status.Code code(End end) {
        return end.status.orTimeout(Stage.PATIENCE.toSeconds(), TimeUnit.SECONDS).join().getCode();
    }
}
