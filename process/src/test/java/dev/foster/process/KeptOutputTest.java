package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** What is kept for those who come late. */
class KeptOutputTest extends EngineContract {

    @Test
    void aLatecomerGetsWhatIsKeptAndIsToldWhatIsNot() throws Exception {
        // 100,000 lines of exactly 10 bytes; about a tenth of them is kept.
        Child child =
                spawn(
                        ChildSpec.of("seq", "-f", "%09.0f", "1", "100000")
                                .outputLimits(OutputLimits.defaults().keep(100_000)));
        endOf(child);
        Received received = Received.of(child).awaitEnd();

        assertThat(received.bytes() + received.missed()).isEqualTo(1_000_000);
        assertThat(received.bytes()).isBetween(20_000L, 100_000L);
        assertThat(child.output().counts())
                .isEqualTo(new OutputCounts(1_000_000, 0, received.missed()));
    }

    @Test
    void theNewestWin() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of("seq", "-f", "%09.0f", "1", "100000")
                                .outputLimits(OutputLimits.defaults().keep(100_000)));
        endOf(child);
        Heard heard = Heard.of(child).awaitEnd();

        assertThat(heard.texts().getLast()).isEqualTo("000100000");
        assertThat(heard.missed()).isPositive();
        // The first may be the rest of a line whose beginning is gone.
        List<String> whole = heard.texts().subList(1, heard.texts().size());
        int first = Integer.parseInt(whole.getFirst());
        assertThat(whole)
                .isEqualTo(
                        IntStream.rangeClosed(first, 100_000)
                                .mapToObj(i -> String.format("%09d", i))
                                .toList());
    }

    @Test
    void theMissedBytesOfASubscriptionAreTheSumOfItsGaps() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of("seq", "100000")
                                .outputLimits(OutputLimits.defaults().keep(10_000)));
        endOf(child);
        var received = new Received();
        Subscription subscription = child.output().bytes(OutputView.all(), received);
        subscription.done().get(SOON.toSeconds(), TimeUnit.SECONDS);

        assertThat(received.missed()).isPositive().isEqualTo(subscription.missedBytes());
        assertThat(received.ends()).isOne();
    }

    @Test
    void theGapOfOneStreamDoesNotCountTheOther() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of(Shell.script("printf 123 >&2; seq 100000"))
                                .outputLimits(OutputLimits.defaults().keep(10_000)));
        endOf(child);
        var received = new Received();
        child.output()
                .bytes(OutputView.only(ChildStream.STDERR), received)
                .done()
                .get(SOON.toSeconds(), TimeUnit.SECONDS);

        assertThat(received.bytes() + received.missed()).isEqualTo(3);
    }

    @Test
    void nothingNeedBeKept() throws Exception {
        Child child =
                spawn(ChildSpec.of("seq", "1000").outputLimits(OutputLimits.defaults().keep(0)));
        endOf(child);
        Received received = Received.of(child).awaitEnd();

        long written = child.output().counts().stdoutBytes();
        assertThat(written).isEqualTo(3893);
        assertThat(received.bytes() + received.missed()).isEqualTo(written);
        assertThat(received.missed()).isPositive();
    }

    @Test
    void aListenerThatIsThereGetsEverythingThoughNothingIsKept() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of(Shell.script("read go; seq 1000"))
                                .stdin(Stdin.PIPE)
                                .outputLimits(OutputLimits.defaults().keep(0)));
        Received received = Received.of(child);
        child.stdin().write('\n');
        child.stdin().flush();

        assertThat(received.awaitEnd().bytes()).isEqualTo(3893);
        assertThat(received.missed()).isZero();
    }

    @Test
    void fromNowOnMeansWithoutThePast() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of(Shell.script("echo READY; read go; echo present"))
                                .stdin(Stdin.PIPE));
        Heard.of(child).await(Shell.READY);
        Heard heard = Heard.of(child, OutputView.all().fromNow());
        child.stdin().write('\n');
        child.stdin().flush();

        assertThat(heard.awaitEnd().texts()).containsExactly("present");
        assertThat(heard.missed()).isZero();
    }

    @Test
    void theTailIsTheLastLinesOldestFirst() throws Exception {
        Child child = shell("seq 10; printf unfinished");
        Heard.of(child).awaitEnd();

        assertThat(child.output().tail(3).stream().map(Line::text))
                .containsExactly("9", "10", "unfinished");
        assertThat(child.output().tail(100)).hasSize(11);
        assertThat(child.output().tail(0)).isEmpty();
    }

    @Test
    void theTailOfAChildThatLivesIsWhatItSaidSoFar() throws Exception {
        Child child = ready(Shell.hanging());

        assertThat(child.output().tail(5).stream().map(Line::text)).containsExactly(Shell.READY);
    }
}
