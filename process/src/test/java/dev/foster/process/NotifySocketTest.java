package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.foster.process.EngineOptions.Kind;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** What processes say through the socket named in NOTIFY_SOCKET. */
@EnabledOnOs(OS.LINUX)
class NotifySocketTest extends EngineContract {
    private static final String SEND =
            """
            import os, socket, sys
            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            s.connect(os.environ['NOTIFY_SOCKET'])
            """;

    @TempDir Path folder;
    private final BlockingQueue<NotifyMessage> heard = new LinkedBlockingQueue<>();

    @Test
    void aMessageArrivesWithItsAssignmentsAndItsSender() throws Exception {
        if (refused()) {
            return;
        }
        try (NotifySocket socket = open()) {
            Child child = send(socket, "s.send(b'READY=1\\nSTATUS=all = well\\nMAINPID=7\\n')");

            NotifyMessage message = next();
            assertThat(message.values())
                    .isEqualTo(Map.of("READY", "1", "STATUS", "all = well", "MAINPID", "7"));
            assertThat(message.ready()).isTrue();
            assertThat(message.stopping()).isFalse();
            assertThat(message.watchdog()).isFalse();
            assertThat(message.status()).contains("all = well");
            assertThat(message.sender()).isEqualTo(OptionalLong.of(child.pid()));
        }
    }

    @Test
    void messagesArriveInOrder() throws Exception {
        if (refused()) {
            return;
        }
        try (NotifySocket socket = open()) {
            send(socket, "for i in range(200): s.send(b'STATUS=%d' % i)");

            for (int i = 0; i < 200; i++) {
                assertThat(next().status()).contains(Integer.toString(i));
            }
            assertThat(socket.dropped()).isZero();
        }
    }

    @Test
    void theProgramOfSystemdIsUnderstoodWhereItIs() throws Exception {
        if (refused()) {
            return;
        }
        boolean installed = Files.isExecutable(Path.of("/usr/bin/systemd-notify"));
        try (NotifySocket socket = open()) {
            // Without it, what it sends is sent by hand: a message, then one that carries a
            // descriptor and waits until that has been closed.
            Child child =
                    installed
                            ? spawn(
                                    ChildSpec.of(
                                                    "/usr/bin/systemd-notify",
                                                    "--ready",
                                                    "--status=up")
                                            .environment("NOTIFY_SOCKET", socket.path().toString()))
                            : send(
                                    socket,
                                    "s.send(b'READY=1\\nSTATUS=up'); r, w = os.pipe();"
                                            + " socket.send_fds(s, [b'BARRIER=1'], [w]);"
                                            + " os.close(w); os.read(r, 1)");

            NotifyMessage message = next();
            assertThat(message.ready()).isTrue();
            assertThat(message.status()).contains("up");
            assertThat(exitOf(child).clean()).isTrue();
        }
    }

    @Test
    void descriptorsThatComeAlongAreClosed() throws Exception {
        if (refused()) {
            return;
        }
        try (NotifySocket socket = open()) {
            int before = Leaks.descriptors();
            Child child =
                    send(
                            socket,
                            "r, w = os.pipe(); socket.send_fds(s, [b'BARRIER=1'], [w]);"
                                    + " os.close(w); os.read(r, 1)");

            assertThat(next().value("BARRIER")).contains("1");
            assertThat(exitOf(child).clean()).isTrue();
            child.stop().get(SOON.toSeconds(), TimeUnit.SECONDS);
            Eventually.until(SOON, "no descriptor is left", () -> Leaks.descriptors() <= before);
        }
    }

    @Test
    void nonsenseHarmsNothing() throws Exception {
        if (refused()) {
            return;
        }
        try (NotifySocket socket = open()) {
            send(
                    socket,
                    """
                    s.send(b'')
                    s.send(bytes(range(256)))
                    s.send(b'no assignment\\n=nameless\\n\\n')
                    s.send(b'STATUS=' + b'x' * 100000)
                    s.send(b'\\xff\\xfe=\\x00\\nREADY=1')
                    """);

            // The first of them that says anything is the list of all bytes, which holds one '='.
            assertThat(next().values()).hasSize(1).doesNotContainKey("READY");
            assertThat(next().ready()).isTrue();
            assertThat(socket.dropped()).isOne();
        }
    }

    @Test
    void aFloodIsCutAndCounted() throws Exception {
        if (refused()) {
            return;
        }
        var begun = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        int sent = 5000;
        try (NotifySocket socket =
                engine.notifySocket(
                        folder.resolve("notify"),
                        message -> {
                            begun.countDown();
                            await(goOn);
                            heard.add(message);
                        })) {
            Child child = send(socket, "for i in range(" + sent + "): s.send(b'STATUS=%d' % i)");
            await(begun);

            // The sender never waits for the listener, which has not taken its first message yet.
            assertThat(exitOf(child).clean()).isTrue();
            Eventually.until(SOON, "all are read", () -> socket.dropped() >= sent - 257);
            goOn.countDown();

            Eventually.until(SOON, "all are told", () -> heard.size() + socket.dropped() == sent);
            List<String> order = heard.stream().map(each -> each.status().orElseThrow()).toList();
            assertThat(order.subList(0, 256))
                    .isEqualTo(IntStream.range(0, 256).mapToObj(Integer::toString).toList());
        }
    }

    @Test
    void aListenerThatThrowsIsCalledOn() throws Exception {
        if (refused()) {
            return;
        }
        try (NotifySocket socket =
                engine.notifySocket(
                        folder.resolve("notify"),
                        message -> {
                            heard.add(message);
                            throw new IllegalStateException("a listener's fault, on purpose");
                        })) {
            send(socket, "s.send(b'STATUS=1'); s.send(b'STATUS=2')");

            assertThat(next().status()).contains("1");
            assertThat(next().status()).contains("2");
        }
    }

    @Test
    void onlyThisUserMayWriteToIt() throws Exception {
        if (refused()) {
            return;
        }
        try (NotifySocket socket = open()) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket.path())))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void theFileGoesWithTheSocketAndWithTheEngine() throws Exception {
        if (refused()) {
            return;
        }
        NotifySocket first = engine.notifySocket(folder.resolve("first"), heard::add);
        NotifySocket second = engine.notifySocket(folder.resolve("second"), heard::add);

        first.close();
        first.close();
        assertThat(first.path()).doesNotExist();
        assertThat(second.path()).exists();

        engine.close();
        assertThat(second.path()).doesNotExist();
        second.close();
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(this::open)
                .withMessageContaining("the engine is closed");
    }

    @Test
    void aSocketThatAKilledProgramLeftIsReplaced() throws Exception {
        if (refused()) {
            return;
        }
        Path path = folder.resolve("notify");
        exitOf(
                spawn(
                        List.of(
                                "python3",
                                "-c",
                                "import socket; socket.socket(socket.AF_UNIX,"
                                        + " socket.SOCK_DGRAM).bind('"
                                        + path
                                        + "')")));
        assertThat(path).exists();

        try (NotifySocket socket = open()) {
            send(socket, "s.send(b'READY=1')");
            assertThat(next().ready()).isTrue();
        }
    }

    @Test
    void whatIsInUseIsLeftAlone() throws Exception {
        if (refused()) {
            return;
        }
        Path file = Files.writeString(folder.resolve("file"), "mine");
        try (NotifySocket socket = open()) {
            assertThat(problem(socket.path())).contains("something is there already");
            assertThat(problem(file)).contains("something is there already");
            assertThat(file).hasContent("mine");
            send(socket, "s.send(b'READY=1')");
            assertThat(next().ready()).isTrue();
        }
    }

    @Test
    void aPathThatCannotBeIsAClearError() {
        if (refused()) {
            return;
        }
        assertThat(problem(folder.resolve("x".repeat(108))))
                .contains("bytes and a socket's may have 1 to 107; choose a shorter folder");
        assertThat(problem(folder.resolve("missing/notify"))).contains("its folder does not exist");
    }

    @Test
    void aPathOfTheLargestLengthWorks() throws Exception {
        if (refused()) {
            return;
        }
        Path path = folder.resolve("x".repeat(107 - folder.toString().length() - 1));
        assertThat(path.toString()).hasSize(107);
        try (NotifySocket socket = engine.notifySocket(path, heard::add)) {
            send(socket, "s.send(b'READY=1')");
            assertThat(next().ready()).isTrue();
        }
    }

    /** The portable engine says so; the tests of what it cannot do end here. */
    private boolean refused() {
        if (kind == Kind.LINUX) {
            return false;
        }
        assertThat(problem(folder.resolve("notify"))).contains("the portable engine has no");
        return true;
    }

    private String problem(Path path) {
        try (NotifySocket unexpected = engine.notifySocket(path, heard::add)) {
            throw new AssertionError(unexpected.path() + " was opened");
        } catch (ProblemException expected) {
            assertThat(expected).hasMessageStartingWith("cannot listen on " + path + ": ");
            return expected.problem().message();
        }
    }

    private NotifySocket open() {
        return engine.notifySocket(folder.resolve("notify"), heard::add);
    }

    private Child send(NotifySocket socket, String script) {
        return spawn(
                ChildSpec.of("python3", "-c", SEND + script)
                        .environment("NOTIFY_SOCKET", socket.path().toString()));
    }

    private NotifyMessage next() throws InterruptedException {
        NotifyMessage next = heard.poll(SOON.toSeconds(), TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("no message within " + SOON);
        }
        return next;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }
}
