package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.process.OutputLimits.Overflow;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Listeners that are slow, that throw, that leave: none harms the child or another listener. */
class SubscribersTest extends EngineContract {
    private static final int PART = 64 * 1024;

    /** A listener that counts, and stands still at its first chunk until it is let go. */
    private static final class Slow implements OutputListener<Chunk> {
        final Received received = new Received();
        final CountDownLatch letGo = new CountDownLatch(1);

        @Override
        public void next(Chunk chunk) {
            try {
                letGo.await();
            } catch (InterruptedException asked) {
                Thread.currentThread().interrupt();
            }
            received.next(chunk);
        }

        @Override
        public void gap(long bytes) {
            received.gap(bytes);
        }

        @Override
        public void end() {
            received.end();
        }
    }

    @Test
    void aSlowListenerMissesOutputAndHoldsNobodyUp() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of("cat")
                                .stdin(Stdin.PIPE)
                                .outputLimits(
                                        OutputLimits.defaults()
                                                .keep(256 * 1024)
                                                .backlog(512 * 1024)));
        var slow = new Slow();
        Subscription subscription = child.output().bytes(OutputView.all(), slow);
        Received quick = Received.of(child);
        // Part by part, so that the quick listener is never behind and must get every byte.
        for (int i = 1; i <= 64; i++) {
            child.stdin().write(new byte[PART]);
            child.stdin().flush();
            quick.awaitBytes((long) i * PART);
        }
        child.stdin().close();

        assertThat(exitOf(child).clean()).isTrue();
        assertThat(quick.awaitEnd().bytes()).isEqualTo(64L * PART);
        assertThat(quick.missed()).isZero();
        assertThat(slow.received.bytes()).isZero();

        slow.letGo.countDown();
        slow.received.awaitEnd();
        assertThat(slow.received.bytes() + slow.received.missed()).isEqualTo(64L * PART);
        assertThat(slow.received.missed()).isGreaterThan(40L * PART);
        assertThat(subscription.missedBytes()).isEqualTo(slow.received.missed());
    }

    @Test
    void aListenerThatThrowsIsUnsubscribedAndNobodyElse() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of(Shell.script("while read word; do echo $word; done"))
                                .stdin(Stdin.PIPE));
        var calls = new AtomicInteger();
        var failure = new IllegalStateException("no, thanks");
        Subscription throwing =
                child.output()
                        .lines(
                                line -> {
                                    calls.incrementAndGet();
                                    throw failure;
                                });
        Heard other = Heard.of(child);
        for (String word : List.of("one\n", "two\n", "three\n")) {
            child.stdin().write(word.getBytes(StandardCharsets.US_ASCII));
            child.stdin().flush();
            other.await(word.strip());
        }
        child.stdin().close();

        assertThatThrownBy(() -> throwing.done().get(SOON.toSeconds(), TimeUnit.SECONDS))
                .hasRootCause(failure);
        assertThat(other.awaitEnd().texts()).containsExactly("one", "two", "three");
        assertThat(calls).hasValue(1);
        assertThat(exitOf(child).clean()).isTrue();
    }

    @Test
    void aListenerThatThrowsAtTheEndFailsItsOwnSubscription() throws Exception {
        Child child = spawn(List.of("echo", "hello"));
        var failure = new IllegalStateException("no end, thanks");
        Subscription subscription =
                child.output()
                        .lines(
                                new OutputListener<>() {
                                    @Override
                                    public void next(Line line) {}

                                    @Override
                                    public void end() {
                                        throw failure;
                                    }
                                });

        assertThatThrownBy(() -> subscription.done().get(SOON.toSeconds(), TimeUnit.SECONDS))
                .hasRootCause(failure);
        assertThat(exitOf(child).clean()).isTrue();
    }

    @Test
    void aClosedSubscriptionGetsNothingMore() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of(Shell.script("while read word; do echo $word; done"))
                                .stdin(Stdin.PIPE));
        var closed = new Heard();
        Subscription subscription = child.output().lines(closed);
        Heard other = Heard.of(child);
        child.stdin().write("one\n".getBytes(StandardCharsets.US_ASCII));
        child.stdin().flush();
        closed.await("one");

        subscription.close();
        child.stdin().write("two\n".getBytes(StandardCharsets.US_ASCII));
        child.stdin().close();
        other.awaitEnd();

        subscription.done().get(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(closed.texts()).containsExactly("one");
        assertThat(closed.ends()).isZero();
    }

    @Test
    void aListenerCanCloseItsSubscriptionFromWithin() throws Exception {
        Child child = spawn(ChildSpec.of(Shell.script("read go; seq 1000")).stdin(Stdin.PIPE));
        var own = new AtomicReference<Subscription>();
        var calls = new AtomicInteger();
        Subscription subscription =
                child.output()
                        .lines(
                                line -> {
                                    calls.incrementAndGet();
                                    own.get().close();
                                });
        own.set(subscription);
        child.stdin().close();
        Heard.of(child).awaitEnd();
        subscription.done().get(SOON.toSeconds(), TimeUnit.SECONDS);

        assertThat(calls).hasValue(1);
    }

    @Test
    void inWaitingModeASlowListenerHoldsTheChildBackAndLosesNothing() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of(Shell.script("read go; head -c 4000000 /dev/zero"))
                                .stdin(Stdin.PIPE)
                                .outputLimits(
                                        OutputLimits.defaults()
                                                .keep(4096)
                                                .backlog(65_536)
                                                .overflow(Overflow.WAIT)));
        var slow = new Slow();
        Subscription subscription = child.output().bytes(OutputView.all(), slow);
        child.stdin().close();

        Eventually.until(
                SOON, "the child has begun", () -> child.output().counts().stdoutBytes() > 0);
        assertThat(child.awaitExit(Duration.ofMillis(300)))
                .as("an exit of a child that has to wait")
                .isEmpty();
        assertThat(child.output().counts().stdoutBytes()).isLessThan(1_000_000);

        slow.letGo.countDown();
        assertThat(exitOf(child).clean()).isTrue();
        assertThat(slow.received.awaitEnd().bytes()).isEqualTo(4_000_000);
        assertThat(subscription.missedBytes()).isZero();
    }

    @Test
    void inWaitingModeTheChildGoesOnWhenTheSlowListenerLeaves() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of(Shell.script("read go; head -c 4000000 /dev/zero"))
                                .stdin(Stdin.PIPE)
                                .outputLimits(
                                        OutputLimits.defaults()
                                                .keep(4096)
                                                .backlog(65_536)
                                                .overflow(Overflow.WAIT)));
        var slow = new Slow();
        Subscription subscription = child.output().bytes(OutputView.all(), slow);
        child.stdin().close();
        Eventually.until(
                SOON, "the child has begun", () -> child.output().counts().stdoutBytes() > 0);

        subscription.close();

        assertThat(endOf(child).clean()).isTrue();
        assertThat(child.output().counts().stdoutBytes()).isEqualTo(4_000_000);
        slow.letGo.countDown();
    }

    @Test
    void aChildThatHasToWaitCanBeStopped() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of(Shell.script("read go; exec cat /dev/zero"))
                                .stdin(Stdin.PIPE)
                                .outputLimits(
                                        OutputLimits.defaults()
                                                .keep(4096)
                                                .backlog(65_536)
                                                .overflow(Overflow.WAIT)));
        var slow = new Slow();
        child.output().bytes(OutputView.all(), slow);
        child.stdin().close();
        Eventually.until(
                SOON, "the child has begun", () -> child.output().counts().stdoutBytes() > 0);

        StopReport report = child.stop().get(SOON.toSeconds(), TimeUnit.SECONDS);

        assertThat(report.took()).isEqualTo(StopReport.Took.TERMINATE);
        slow.letGo.countDown();
        slow.received.awaitEnd();
        assertThat(slow.received.bytes()).isEqualTo(child.output().counts().stdoutBytes());
    }
}
