package dev.foster.tui.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;
import dev.foster.tui.frame.Frame;
import dev.foster.tui.frame.Size;
import dev.foster.tui.frame.Text;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

class ScreenWriterTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(50);

    /** A terminal that takes nothing while it is stalled, and little at a time. */
    private static final class Stalling implements WritableByteChannel {
        private final StringBuilder taken = new StringBuilder();
        private boolean stalled;
        private boolean waiting;
        private boolean broken;
        private boolean closed;

        synchronized void stall() {
            stalled = true;
        }

        synchronized void flow() {
            stalled = false;
            notifyAll();
        }

        synchronized void tear() {
            broken = true;
        }

        synchronized String taken() {
            return taken.toString();
        }

        synchronized boolean waiting() {
            return waiting;
        }

        @Override
        public synchronized int write(ByteBuffer from) throws IOException {
            while (stalled && !closed) {
                waiting = true;
                try {
                    wait();
                } catch (InterruptedException interrupt) {
                    throw new IOException(interrupt);
                }
            }
            waiting = false;
            if (closed) {
                throw new ClosedChannelException();
            }
            if (broken) {
                throw new IOException("torn");
            }
            var bytes = new byte[Math.min(7, from.remaining())];
            from.get(bytes);
            taken.append(new String(bytes, StandardCharsets.ISO_8859_1));
            return bytes.length;
        }

        @Override
        public synchronized boolean isOpen() {
            return !closed;
        }

        @Override
        public synchronized void close() {
            closed = true;
            notifyAll();
        }
    }

    private final Leaks before = Leaks.snapshot();
    private final Stalling terminal = new Stalling();
    private final AtomicBoolean lost = new AtomicBoolean();
    private final ScreenWriter writer =
            new ScreenWriter(terminal, ColourDepth.TRUE, () -> lost.set(true));

    @AfterEach
    void end() throws InterruptedException {
        writer.close();
        terminal.close();
        writer.join();
        before.assertNothingLeft();
    }

    @Test
    void aTerminalThatIsStalledIsShownTheNewestFrameWhenItFlowsAgain() {
        show("first");
        awaitTaken("first");
        terminal.stall();
        show("second");
        Eventually.until(LIMIT, "it waits", terminal::waiting);
        for (int i = 0; i < 1000; i++) {
            show("between" + i);
        }
        show("newest");
        assertThat(writer.busy()).isTrue();

        terminal.flow();
        awaitTaken("newest");
        Eventually.until(LIMIT, "it is idle", () -> !writer.busy());
        assertThat(terminal.taken()).doesNotContain("between");
    }

    @Test
    void whatIsSentComesBeforeTheFrameThatWaits() throws InterruptedException {
        assertThat(writer.pause("<back>", LIMIT)).isTrue();
        show("hidden");
        assertThat(writer.busy()).isTrue();
        assertThat(terminal.taken()).isEqualTo("<back>");

        writer.resume("<again>");
        awaitTaken("hidden");
        assertThat(terminal.taken()).startsWith("<back><again>").contains("\033[2J");
    }

    @Test
    void whatWasShownBeforeAPauseIsShownAgainAfterIt() throws InterruptedException {
        show("frame");
        awaitTaken("frame");
        assertThat(writer.pause("<back>", LIMIT)).isTrue();

        writer.resume("<again>");
        Eventually.until(
                LIMIT,
                "it is painted",
                () -> terminal.taken().indexOf("frame") < terminal.taken().lastIndexOf("frame"));
    }

    @Test
    void aStalledTerminalIsNotWaitedForForEver() throws InterruptedException {
        terminal.stall();
        show("frame");

        assertThat(writer.pause("<back>", SHORT)).isFalse();
    }

    @Test
    void onlyWhenAskedToIsWhatDidNotChangePaintedAnew() {
        show("frame");
        awaitTaken("frame");
        Eventually.until(LIMIT, "it is idle", () -> !writer.busy());
        int length = terminal.taken().length();
        show("frame");
        Eventually.until(LIMIT, "it is idle", () -> !writer.busy());
        assertThat(terminal.taken()).hasSize(length);

        writer.paintAnew();
        show("frame");
        Eventually.until(LIMIT, "it is painted", () -> terminal.taken().length() >= 2 * length);
    }

    @Test
    void aTerminalThatIsGoneIsTold() throws InterruptedException {
        terminal.tear();
        show("frame");
        Eventually.until(LIMIT, "it is told", lost::get);

        assertThat(writer.pause("<back>", LIMIT)).isFalse();
    }

    private void show(String text) {
        var frame = new Frame(new Size(30, 2));
        frame.whole().write(0, 0, Text.of(text));
        writer.show(frame);
    }

    private void awaitTaken(String text) {
        Eventually.until(LIMIT, text + " is written", () -> terminal.taken().contains(text));
    }
}
