package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.process.EngineOptions.Kind;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.ScriptedChild;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What a child is given to read. */
class StdinTest extends EngineContract {
    private static final int MEBIBYTE = 1 << 20;

    @Test
    void whatAChildEchoesIsWhatWasWritten() throws Exception {
        Child child = spawn(ChildSpec.of("cat").stdin(Stdin.PIPE));
        Heard heard = Heard.of(child);
        write(child, "first\n");
        heard.await("first");
        write(child, "second\n");
        heard.await("second");
        child.stdin().close();

        assertThat(heard.awaitEnd().texts()).containsExactly("first", "second");
        assertThat(exitOf(child).clean()).isTrue();
    }

    @Test
    void aChildOfAnotherLanguageEchoesToo() throws Exception {
        Child child = spawn(ChildSpec.of(ScriptedChild.that().echoes().exits(0)).stdin(Stdin.PIPE));
        write(child, "grüße\n");
        child.stdin().close();

        assertThat(Heard.of(child).awaitEnd().texts()).contains("grüße");
    }

    @Test
    void noInputIsEmptyInput() throws Exception {
        Child child = spawn(ChildSpec.of("cat").stdin(Stdin.NULL));

        assertThat(Heard.of(child).awaitEnd().lines()).isEmpty();
        assertThat(exitOf(child).clean()).isTrue();
    }

    @Test
    void aMebibyteIsEchoedWithoutDeadlock() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of("cat")
                                .stdin(Stdin.PIPE)
                                .outputLimits(OutputLimits.defaults().keep(2 * MEBIBYTE)));
        Received received = Received.of(child);
        try (OutputStream in = child.stdin()) {
            ScriptedChild.writeBytes(7, MEBIBYTE, in);
        }
        var expected = Received.sha256();
        ScriptedChild.writeBytes(7, MEBIBYTE, digesting(expected));

        assertThat(received.awaitEnd().bytes()).isEqualTo(MEBIBYTE);
        assertThat(received.digest()).isEqualTo(HexFormat.of().formatHex(expected.digest()));
    }

    private static OutputStream digesting(MessageDigest digest) {
        return new DigestOutputStream(OutputStream.nullOutputStream(), digest);
    }

    @Test
    void writingToAChildThatClosedItsInputFails() throws Exception {
        Child child =
                ready(
                        ChildSpec.of(Shell.script("exec <&-; echo READY; exec sleep 1000"))
                                .stdin(Stdin.PIPE));

        assertThatThrownBy(() -> write(child, "anybody there?\n")).isInstanceOf(IOException.class);
    }

    @Test
    void writingToAChildThatIsGoneFails() throws Exception {
        Child child = spawn(ChildSpec.of("true").stdin(Stdin.PIPE));
        exitOf(child);

        assertThatThrownBy(() -> write(child, "anybody there?\n")).isInstanceOf(IOException.class);
    }

    @Test
    void writingAfterTheCloseFailsAndClosingTwiceDoesNot() throws Exception {
        Child child = spawn(ChildSpec.of("cat").stdin(Stdin.PIPE));
        child.stdin().close();
        child.stdin().close();

        assertThatThrownBy(() -> write(child, "too late\n")).isInstanceOf(IOException.class);
        assertThat(exitOf(child).clean()).isTrue();
    }

    @Test
    void closingTheInputFreesAThreadThatIsStuckWriting() throws Exception {
        Child child = ready(ChildSpec.of(Shell.hanging()).stdin(Stdin.PIPE));
        CompletableFuture<Void> writer = writerStuckAt(child);

        child.stdin().close();

        if (kind == Kind.PORTABLE) {
            assertThat(engine.facts().limits()).anyMatch(limit -> limit.contains("input"));
            assertThat(child.alive()).isTrue();
            child.stop(StopPlan.kill()).get(SOON.toSeconds(), TimeUnit.SECONDS);
        }
        assertFailsWithIo(writer);
    }

    @Test
    void stoppingTheChildFreesAThreadThatIsStuckWriting() throws Exception {
        Child child = ready(ChildSpec.of(Shell.hanging()).stdin(Stdin.PIPE));
        CompletableFuture<Void> writer = writerStuckAt(child);

        child.stop(StopPlan.defaults().eofWait(Duration.ZERO))
                .get(SOON.toSeconds(), TimeUnit.SECONDS);

        assertFailsWithIo(writer);
    }

    @Test
    void aStuckWriterDoesNotKeepAnotherChildFromBeingHeard() throws Exception {
        Child stuck = ready(ChildSpec.of(Shell.hanging()).stdin(Stdin.PIPE));
        CompletableFuture<Void> writer = writerStuckAt(stuck);

        assertThat(linesOf(ChildSpec.of("echo", "fine"))).containsExactly("fine");
        stuck.stop(StopPlan.kill()).join();
        assertFailsWithIo(writer);
    }

    /** A writer that has filled the pipe of a child that does not read, and waits. */
    private static CompletableFuture<Void> writerStuckAt(Child child) {
        var result = new CompletableFuture<Void>();
        Thread writer =
                Thread.ofPlatform()
                        .name("stuck-writer")
                        .start(
                                () -> {
                                    try {
                                        child.stdin().write(new byte[MEBIBYTE]);
                                        child.stdin().flush();
                                        result.complete(null);
                                    } catch (IOException expected) {
                                        result.completeExceptionally(expected);
                                    }
                                });
        Eventually.until(SOON, "the writer waits", () -> waits(writer));
        return result;
    }

    /**
     * True when the thread stands where it stood a while ago: it sleeps in the kernel or is parked.
     */
    private static boolean waits(Thread thread) {
        StackTraceElement[] stood = thread.getStackTrace();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30));
        return stood.length > 0 && Arrays.equals(stood, thread.getStackTrace());
    }

    private static void assertFailsWithIo(CompletableFuture<Void> writer) {
        assertThatThrownBy(() -> writer.get(SOON.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IOException.class);
    }

    private static void write(Child child, String text) throws IOException {
        OutputStream in = child.stdin();
        in.write(text.getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    @Test
    void theChildReadsItsInputToTheLastByteThoughItIsClosedAtOnce() throws Exception {
        Child child = spawn(ChildSpec.of(List.of("wc", "-c")).stdin(Stdin.PIPE));
        child.stdin().write(new byte[MEBIBYTE]);
        child.stdin().close();

        assertThat(Heard.of(child).awaitEnd().texts()).containsExactly(Integer.toString(MEBIBYTE));
    }
}
