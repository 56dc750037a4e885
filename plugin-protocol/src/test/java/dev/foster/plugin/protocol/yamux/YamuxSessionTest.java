package dev.foster.plugin.protocol.yamux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Two sessions of our own at the ends of a real connection. */
@DisplayName("[24.58] yamux between two of our own sessions")
@Timeout(60)
final class YamuxSessionTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @TempDir Path folder;
    private Leaks before;
    private YamuxSession client;
    private YamuxSession server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @BeforeEach
    void connect() throws IOException {
        before = WarmUp.snapshot(folder);
        connect(YamuxOptions.ofDefaults(), YamuxOptions.ofDefaults());
    }

    private void connect(YamuxOptions ofClient, YamuxOptions ofServer) throws IOException {
        if (client != null) {
            client.close();
            server.close();
        }
        SocketPair pair = SocketPair.unix(folder);
        client = YamuxSession.client(pair.dialled(), ofClient);
        server = YamuxSession.server(pair.accepted(), ofServer);
    }

    @AfterEach
    void nothingIsLeft() {
        client.close();
        server.close();
        threads.close();
        before.assertNothingLeft();
        VirtualThreads.assertNoneNamed("foster-yamux");
    }

    private <T> Future<T> inBackground(Callable<T> task) {
        return threads.submit(task);
    }

    /** A connection that fails in a way nobody thought of. */
    private record Odd(CountDownLatch closed, Error fault, boolean whenRead)
            implements ByteChannel {
        Odd(Error fault, boolean whenRead) {
            this(new CountDownLatch(1), fault, whenRead);
        }

        @Override
        public int read(ByteBuffer to) throws ClosedChannelException {
            if (whenRead) {
                throw fault;
            }
            try {
                closed.await();
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
            throw new ClosedChannelException();
        }

        @Override
        public int write(ByteBuffer from) {
            throw fault;
        }

        @Override
        public boolean isOpen() {
            return closed.getCount() > 0;
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }

    @Test
    void aFaultOfOursEndsTheSessionAndIsItsReason() {
        var fault = new StackOverflowError("a fault of ours");
        for (Odd odd : List.of(new Odd(fault, true), new Odd(fault, false))) {
            YamuxSession session = YamuxSession.client(odd, YamuxOptions.ofDefaults());
            try {
                var _ = session.open();
            } catch (IOException overAlready) {
                // The reader was faster.
            }
            assertThat(session.ended()).succeedsWithin(LIMIT);
            assertThat(session.reason()).hasValueSatisfying(it -> assertThat(it).hasCause(fault));
            assertThat(odd.isOpen()).isFalse();
        }
    }

    @Test
    void bothSidesOpenStreamsAndCountTheirOwnIds() throws IOException {
        YamuxStream ours = client.open();
        YamuxStream theirs = server.open();
        assertThat(List.of(ours.id(), client.open().id())).containsExactly(1, 3);
        assertThat(List.of(theirs.id(), server.open().id())).containsExactly(2, 4);

        ours.write(Bytes.of("to the server"));
        theirs.write(Bytes.of("to the client"));
        assertThat(Bytes.text(server.accept(), 13)).isEqualTo("to the server");
        assertThat(Bytes.text(client.accept(), 13)).isEqualTo("to the client");
    }

    @Test
    void aTcpConnectionWillDoToo() throws IOException {
        client.close();
        server.close();
        SocketPair pair = SocketPair.tcp();
        client = YamuxSession.client(pair.dialled(), YamuxOptions.ofDefaults());
        server = YamuxSession.server(pair.accepted(), YamuxOptions.ofDefaults());
        client.open().write(Bytes.of("hello"));
        assertThat(Bytes.text(server.accept(), 5)).isEqualTo("hello");
    }

    @Test
    void manyStreamsCarryMegabytesBothWaysAtOnce() throws Exception {
        int size = 1_300_000;
        List<Future<byte[]>> answers = new ArrayList<>();
        for (YamuxSession session : List.of(client, server)) {
            var _ =
                    inBackground(
                            () -> {
                                for (int count = 0; count < 10; count++) {
                                    YamuxStream stream = session.accept();
                                    var _ = inBackground(() -> echoed(stream));
                                }
                                return null;
                            });
        }
        for (int number = 0; number < 20; number++) {
            YamuxStream stream = (number % 2 == 0 ? client : server).open();
            byte[] sent = Bytes.random(number, size);
            var _ =
                    inBackground(
                            () -> {
                                stream.write(ByteBuffer.wrap(sent));
                                stream.closeOutput();
                                return null;
                            });
            answers.add(inBackground(() -> Bytes.all(stream)));
        }
        for (int number = 0; number < 20; number++) {
            assertThat(answers.get(number).get(40, TimeUnit.SECONDS))
                    .isEqualTo(Bytes.random(number, size));
        }
        Eventually.until(LIMIT, "all streams are forgotten", () -> client.streams() == 0);
        Eventually.until(LIMIT, "all streams are forgotten", () -> server.streams() == 0);
    }

    private static Void echoed(YamuxStream stream) throws IOException {
        Bytes.echo(stream);
        return null;
    }

    @Test
    void aWriterWaitsForTheWindowAndOtherStreamsDoNot() throws Exception {
        YamuxStream full = client.open();
        Future<Integer> writing =
                inBackground(() -> full.write(ByteBuffer.allocate(YamuxStream.WINDOW + 1)));
        YamuxStream unread = server.accept();

        YamuxStream other = client.open();
        other.write(Bytes.of("overtakes"));
        assertThat(Bytes.text(server.accept(), 9)).isEqualTo("overtakes");
        assertThat(writing.isDone()).isFalse();

        ByteBuffer half = ByteBuffer.allocate(YamuxStream.WINDOW / 2);
        while (half.hasRemaining()) {
            unread.read(half);
        }
        assertThat(writing.get(10, TimeUnit.SECONDS)).isEqualTo(YamuxStream.WINDOW + 1);
    }

    @Test
    void aHalfClosedStreamStillReads() throws IOException {
        YamuxStream asking = client.open();
        asking.write(Bytes.of("question"));
        asking.closeOutput();
        YamuxStream answering = server.accept();
        assertThat(Bytes.allText(answering)).isEqualTo("question");
        assertThatThrownBy(() -> asking.write(Bytes.of("more")))
                .isInstanceOf(ClosedChannelException.class);

        answering.write(Bytes.of("answer"));
        answering.closeOutput();
        assertThat(Bytes.allText(asking)).isEqualTo("answer");
        assertThat(asking.isOpen()).isFalse();
        Eventually.until(LIMIT, "both forgot it", () -> client.streams() + server.streams() == 0);
    }

    @Test
    void aResetEndsBothSidesAndNothingElse() throws Exception {
        YamuxStream ours = client.open();
        YamuxStream theirs = server.accept();
        Future<Integer> reading = inBackground(() -> theirs.read(ByteBuffer.allocate(1)));
        ours.reset();
        assertThatThrownBy(() -> reading.get(10, TimeUnit.SECONDS))
                .hasMessageContaining("the peer reset stream 1");
        assertThatThrownBy(() -> theirs.write(Bytes.of("late"))).hasMessageContaining("reset");
        assertThatThrownBy(() -> ours.write(Bytes.of("late"))).hasMessageContaining("this side");
        assertThat(client.ping(LIMIT)).isLessThan(LIMIT);
        assertThat(client.streams() + server.streams()).isZero();
    }

    @Test
    void aClosedStreamThrowsAwayWhatStillComes() throws Exception {
        YamuxStream ours = client.open();
        YamuxStream theirs = server.accept();
        ours.close();
        theirs.write(Bytes.of("nobody reads this"));
        theirs.close();
        Eventually.until(LIMIT, "both forgot it", () -> client.streams() + server.streams() == 0);
        assertThat(client.isOpen()).isTrue();
        assertThatThrownBy(() -> ours.read(ByteBuffer.allocate(1)))
                .isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void anInterruptEndsTheCallAndNotTheSession() throws Exception {
        YamuxStream stream = client.open();
        var outcome = new CompletableFuture<Throwable>();
        Thread reader =
                Thread.startVirtualThread(
                        () -> {
                            try {
                                stream.read(ByteBuffer.allocate(1));
                            } catch (IOException failure) {
                                outcome.complete(failure);
                            }
                        });
        Eventually.until(LIMIT, "it reads", () -> reader.getState() == Thread.State.WAITING);
        reader.interrupt();
        assertThat(outcome.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedIOException.class);

        server.accept().write(Bytes.of("x"));
        assertThat(Bytes.text(stream, 1)).isEqualTo("x");
    }

    @Test
    void theEndOfTheSessionEndsItsStreamsAndSaysWhy() throws Exception {
        YamuxStream ours = client.open();
        YamuxStream theirs = server.accept();
        ours.write(Bytes.of("last words"));
        client.close();
        server.ended().get(10, TimeUnit.SECONDS);
        // What came before the end can be read.
        assertThat(Bytes.text(theirs, 10)).isEqualTo("last words");
        assertThatThrownBy(() -> theirs.read(ByteBuffer.allocate(1)))
                .isInstanceOf(YamuxException.class)
                .hasMessage("the peer closed the connection");
        assertThatThrownBy(client::open).hasMessage("cannot open a stream: the session was closed");
        assertThatThrownBy(server::accept)
                .hasMessage("cannot accept a stream: the peer closed the connection");
        assertThatThrownBy(() -> client.ping(LIMIT)).hasMessageContaining("was closed");
        assertThat(server.reason()).isPresent();
    }

    @Test
    void closingFreesThoseWhoWait() throws Exception {
        Future<YamuxStream> accepting = inBackground(server::accept);
        YamuxStream full = client.open();
        accepting.get(10, TimeUnit.SECONDS);
        Future<Integer> writing =
                inBackground(() -> full.write(ByteBuffer.allocate(2 * YamuxStream.WINDOW)));
        Future<YamuxStream> alsoAccepting = inBackground(client::accept);
        client.close();
        assertThatThrownBy(() -> writing.get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(IOException.class);
        assertThatThrownBy(() -> alsoAccepting.get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(YamuxException.class);
    }

    @Test
    void streamsBeyondTheBacklogOfThePeerAreRefused() throws Exception {
        connect(YamuxOptions.ofDefaults(), YamuxOptions.ofDefaults().withLimits(2, 1024));
        YamuxStream first = client.open();
        client.open();
        YamuxStream third = client.open();
        assertThatThrownBy(() -> third.read(ByteBuffer.allocate(1)))
                .hasMessageContaining("the peer reset stream 5");
        server.accept().write(Bytes.of("1"));
        assertThat(Bytes.text(first, 1)).isEqualTo("1");
    }

    @Test
    void openingWaitsWhileTooManyAreUnaccepted() throws Exception {
        connect(YamuxOptions.ofDefaults().withLimits(2, 1024), YamuxOptions.ofDefaults());
        client.open();
        client.open();
        Future<YamuxStream> third = inBackground(client::open);
        assertThat(client.ping(LIMIT)).isLessThan(LIMIT);
        assertThat(third.isDone()).isFalse();
        server.accept();
        assertThat(third.get(10, TimeUnit.SECONDS).id()).isEqualTo(5);
    }

    @Test
    void pingsKeepAnIdleSessionAlive() throws Exception {
        YamuxOptions often =
                YamuxOptions.ofDefaults()
                        .withKeepAlive(Duration.ofMillis(40), Duration.ofSeconds(30));
        connect(often, often);
        assertThatThrownBy(() -> client.ended().get(600, TimeUnit.MILLISECONDS))
                .isInstanceOf(java.util.concurrent.TimeoutException.class);
        assertThat(server.isOpen()).isTrue();
    }

    @Test
    void aStreamNobodyAcceptsEndsTheSession() throws Exception {
        connect(
                YamuxOptions.ofDefaults().withOpenTimeout(Duration.ofMillis(100)),
                YamuxOptions.ofDefaults());
        client.open();
        client.ended().get(10, TimeUnit.SECONDS);
        assertThat(client.reason().orElseThrow())
                .hasMessage("the peer has not accepted a stream for 100 ms");
    }

    @Test
    void aStreamThePeerNeverClosesIsReset() throws Exception {
        connect(
                YamuxOptions.ofDefaults().withCloseTimeout(Duration.ofMillis(100)),
                YamuxOptions.ofDefaults());
        YamuxStream ours = client.open();
        YamuxStream theirs = server.accept();
        ours.closeOutput();
        assertThat(theirs.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        Eventually.until(LIMIT, "it is reset", () -> client.streams() + server.streams() == 0);
        assertThat(client.isOpen()).isTrue();
    }
}
