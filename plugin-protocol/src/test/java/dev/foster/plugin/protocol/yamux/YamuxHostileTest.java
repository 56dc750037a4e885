package dev.foster.plugin.protocol.yamux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/** A server session whose peer sends what it likes. */
@DisplayName("[24.58] yamux against a peer that breaks the rules")
@Timeout(60)
final class YamuxHostileTest {
    @TempDir Path folder;
    private Leaks before;
    private SocketChannel peer;
    private YamuxSession session;

    @BeforeEach
    void connect() throws IOException {
        before = WarmUp.snapshot(folder);
        connect(YamuxOptions.ofDefaults());
    }

    private void connect(YamuxOptions options) throws IOException {
        if (session != null) {
            session.close();
            peer.close();
        }
        SocketPair pair = SocketPair.unix(folder);
        peer = pair.dialled();
        session = YamuxSession.server(pair.accepted(), options);
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        peer.close();
        session.close();
        before.assertNothingLeft();
        VirtualThreads.assertNoneNamed("foster-yamux");
    }

    private void send(FrameHeader frame) throws IOException {
        peer.write(frame.encoded());
    }

    private void send(FrameHeader frame, int payload) throws IOException {
        peer.write(frame.encoded(ByteBuffer.allocate(payload)));
    }

    private FrameHeader receive() throws IOException {
        ByteBuffer header = ByteBuffer.allocate(FrameHeader.BYTES);
        while (header.hasRemaining()) {
            assertThat(peer.read(header)).as("a frame comes").isPositive();
        }
        return FrameHeader.read(header.flip());
    }

    private void expectEnd(String reason) throws Exception {
        session.ended().get(10, TimeUnit.SECONDS);
        assertThat(session.reason().orElseThrow()).hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "01000000 00000000 00000000, a frame of version 1",
        "00040000 00000001 00000000, a frame of the unknown type 4",
        "ffffffff ffffffff ffffffff, a frame of version 255",
        "00010001 00000000 00000000, 'stream 0, which is not one of its own ids'",
        "00010001 00000002 00000000, 'stream 2, which is not one of its own ids'",
        "00000001 00000001 00040001, more on stream 1 than its window admits",
        "00000001 00000001 ffffffff, more on stream 1 than its window admits",
        "00010001 00000001 ffffffff, opened the window of stream 1 too far",
    })
    void aFrameThatBreaksTheFormatEndsTheSession(String frame, String reason) throws Exception {
        peer.write(ByteBuffer.wrap(HexFormat.of().parseHex(frame.replace(" ", ""))));
        assertThat(receive()).isEqualTo(FrameHeader.goAway(FrameHeader.PROTOCOL_ERROR));
        expectEnd(reason);
        assertThat(peer.read(ByteBuffer.allocate(1))).as("the connection is closed").isNegative();
    }

    @Test
    void aPeerThatLeavesWithoutReadingWhatWasSentHasClosedTheConnection() throws Exception {
        send(FrameHeader.ping(FrameHeader.SYN, 7));
        awaitAnswer();
        send(FrameHeader.goAway(FrameHeader.NORMAL));
        peer.close();
        expectEnd("the peer closed the connection");
    }

    /** Waits until there is something to read, and leaves it there. */
    private void awaitAnswer() throws IOException {
        peer.configureBlocking(false);
        try (Selector selector = Selector.open()) {
            peer.register(selector, SelectionKey.OP_READ);
            assertThat(selector.select(10_000)).as("an answer comes").isEqualTo(1);
        }
    }

    @Test
    void openingAStreamTwiceEndsTheSession() throws Exception {
        send(FrameHeader.window(FrameHeader.SYN, 1, 0));
        send(FrameHeader.window(FrameHeader.SYN, 1, 0));
        assertThat(receive()).isEqualTo(FrameHeader.goAway(FrameHeader.PROTOCOL_ERROR));
        expectEnd("opened stream 1 twice");
    }

    @Test
    void endingAStreamTwiceEndsTheSession() throws Exception {
        send(FrameHeader.window(FrameHeader.SYN | FrameHeader.FIN, 1, 0));
        send(FrameHeader.window(FrameHeader.FIN, 1, 0));
        assertThat(receive()).isEqualTo(FrameHeader.goAway(FrameHeader.PROTOCOL_ERROR));
        expectEnd("ended stream 1 twice");
    }

    @Test
    void aWindowCannotBeExceededInSmallSteps() throws Exception {
        send(FrameHeader.window(FrameHeader.SYN, 1, 0));
        for (int sent = 0; sent < YamuxStream.WINDOW; sent += 1024) {
            send(new FrameHeader(FrameHeader.DATA, 0, 1, 1024), 1024);
        }
        send(FrameHeader.ping(FrameHeader.SYN, 7));
        assertThat(receive()).isEqualTo(FrameHeader.ping(FrameHeader.ACK, 7));
        send(new FrameHeader(FrameHeader.DATA, 0, 1, 1), 1);
        assertThat(receive()).isEqualTo(FrameHeader.goAway(FrameHeader.PROTOCOL_ERROR));
        expectEnd("more on stream 1 than its window admits");
    }

    @Test
    void framesForUnknownStreamsAreDrained() throws IOException {
        send(new FrameHeader(FrameHeader.DATA, FrameHeader.FIN, 99, 300_000), 300_000);
        send(FrameHeader.window(FrameHeader.RST, 98, 5));
        send(FrameHeader.ping(0, 12345));
        send(FrameHeader.ping(FrameHeader.SYN, 0xffff_ffffL));
        assertThat(receive()).isEqualTo(FrameHeader.ping(FrameHeader.ACK, 0xffff_ffffL));
        assertThat(session.isOpen()).isTrue();
    }

    @Test
    void dataThatComesWithTheOpeningAndTheEndIsRead() throws IOException {
        ByteBuffer data = Bytes.of("all at once");
        var frame =
                new FrameHeader(
                        FrameHeader.DATA, FrameHeader.SYN | FrameHeader.FIN, 1, data.remaining());
        peer.write(frame.encoded(data));
        YamuxStream stream = session.accept();
        assertThat(Bytes.allText(stream)).isEqualTo("all at once");
        assertThat(receive()).isEqualTo(FrameHeader.window(FrameHeader.ACK, 1, 0));
    }

    @Test
    void dataAfterTheEndIsDropped() throws IOException {
        send(FrameHeader.window(FrameHeader.SYN | FrameHeader.FIN, 1, 0));
        send(new FrameHeader(FrameHeader.DATA, 0, 1, 10), 10);
        send(FrameHeader.ping(FrameHeader.SYN, 1));
        assertThat(receive()).isEqualTo(FrameHeader.ping(FrameHeader.ACK, 1));
        assertThat(Bytes.all(session.accept())).isEmpty();
    }

    @Test
    void aFloodOfStreamsIsRefusedOneByOne() throws IOException {
        connect(YamuxOptions.ofDefaults().withLimits(256, 10));
        for (int id = 1; id < 1000; id += 2) {
            send(FrameHeader.window(FrameHeader.SYN, id, 0));
        }
        for (int id = 21; id < 1000; id += 2) {
            assertThat(receive()).isEqualTo(FrameHeader.window(FrameHeader.RST, id, 0));
        }
        assertThat(session.streams()).isEqualTo(10);
    }

    @Test
    void streamsOpenedAndResetDoNotPileUp() throws IOException {
        for (int id = 1; id < 4000; id += 2) {
            send(FrameHeader.window(FrameHeader.SYN, id, 0));
            send(FrameHeader.window(FrameHeader.RST, id, 0));
        }
        send(FrameHeader.window(FrameHeader.SYN, 4001, 0));
        send(FrameHeader.ping(FrameHeader.SYN, 1));
        assertThat(receive()).isEqualTo(FrameHeader.ping(FrameHeader.ACK, 1));
        assertThat(session.accept().id()).isEqualTo(4001);
        assertThat(session.streams()).isEqualTo(1);
    }

    @Test
    void aPeerThatProvokesAnswersWithoutReadingThemLosesTheSession() throws Exception {
        ByteBuffer pings = ByteBuffer.allocate(FrameHeader.BYTES * 1000);
        while (pings.hasRemaining()) {
            pings.put(FrameHeader.ping(FrameHeader.SYN, 1).encoded());
        }
        pings.flip();
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                peer.write(pings.rewind());
                            }
                        })
                .isInstanceOf(IOException.class);
        expectEnd("provokes answers faster than it reads them");
    }

    @Test
    void aPeerThatDoesNotReadIsGivenUp() throws Exception {
        connect(YamuxOptions.ofDefaults().withWriteTimeout(Duration.ofMillis(200)));
        for (int id = 1; id < 20; id += 2) {
            send(FrameHeader.window(FrameHeader.SYN, id, 0));
        }
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                session.accept().write(ByteBuffer.allocate(YamuxStream.WINDOW));
                            }
                        })
                .isInstanceOf(IOException.class);
        expectEnd("the peer has read nothing for 200 ms");
    }

    @Test
    void aSilentPeerIsGivenUp() throws Exception {
        connect(
                YamuxOptions.ofDefaults()
                        .withKeepAlive(Duration.ofMillis(50), Duration.ofMillis(100)));
        assertThat(receive()).isEqualTo(FrameHeader.ping(FrameHeader.SYN, 0));
        expectEnd("the peer has not answered a ping for 100 ms");
    }

    @Test
    void goodbyeLetsStreamsGoOnButOpensNoMore() throws IOException {
        YamuxStream stream = session.open();
        assertThat(receive()).isEqualTo(FrameHeader.window(FrameHeader.SYN, 2, 0));
        send(FrameHeader.goAway(FrameHeader.NORMAL));
        send(new FrameHeader(FrameHeader.DATA, FrameHeader.ACK, 2, 1), 1);
        assertThat(Bytes.text(stream, 1)).hasSize(1);
        assertThatThrownBy(session::open)
                .hasMessage("cannot open a stream: the peer takes no more streams");
    }

    @ParameterizedTest
    @CsvSource({"1, a protocol error", "2, an internal error", "77, the unknown reason 77"})
    void goodbyeForAnErrorEndsTheSession(int code, String reason) throws Exception {
        send(FrameHeader.goAway(code));
        expectEnd("the peer ended the session for " + reason);
    }

    @Test
    void aConnectionThatEndsWithinAFrameIsAnError() throws Exception {
        peer.write(ByteBuffer.wrap(new byte[] {0, 0, 0}));
        peer.close();
        expectEnd("the connection ended within a frame");
    }
}
