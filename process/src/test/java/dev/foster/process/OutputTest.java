package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.OutputLimits.Overflow;
import dev.foster.testkit.ScriptedChild;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Every byte from the first to the last, in order, with its stream and time. */
class OutputTest extends EngineContract {
    private static final long FIFTY_MEGABYTES = 50_000_000;

    @Test
    void twentyThousandLinesOfAChildThatExitsAtOnceAllArrive() throws Exception {
        Child child = spawn(ScriptedChild.that().printsLines(20_000).exits(0));
        Exit exit = exitOf(child);

        assertThat(exit.clean()).isTrue();
        assertThat(Heard.of(child).awaitEnd().texts(ChildStream.STDOUT))
                .isEqualTo(IntStream.rangeClosed(1, 20_000).mapToObj(i -> "line " + i).toList());
    }

    @Test
    void theSameHoldsForAListenerThatWasThereFromTheBeginning() throws Exception {
        Heard heard = Heard.of(spawn(List.of("seq", "20000"))).awaitEnd();

        assertThat(heard.texts())
                .isEqualTo(IntStream.rangeClosed(1, 20_000).mapToObj(Integer::toString).toList());
        assertThat(heard.missed()).isZero();
    }

    @Test
    void fiftyMegabytesArriveUnchangedAtAListenerTheChildWaitsFor() throws Exception {
        ChildSpec spec =
                ChildSpec.of(
                                ScriptedChild.that()
                                        .awaitsLine()
                                        .writesBytes(11, FIFTY_MEGABYTES)
                                        .exits(0))
                        .stdin(Stdin.PIPE)
                        .outputLimits(OutputLimits.defaults().overflow(Overflow.WAIT));
        Child child = spawn(spec);
        var received = new Received();
        child.output().bytes(OutputView.only(ChildStream.STDOUT), received);
        child.stdin().write('\n');
        child.stdin().flush();

        assertThat(received.awaitEnd().bytes()).isEqualTo(FIFTY_MEGABYTES);
        assertThat(received.missed()).isZero();
        assertThat(received.digest()).isEqualTo(digestOf(11, FIFTY_MEGABYTES));
    }

    @Test
    void fiftyMegabytesArriveUnchangedAtAListenerThatComesAfterTheEnd() throws Exception {
        ChildSpec spec =
                ChildSpec.of(ScriptedChild.that().writesBytes(12, FIFTY_MEGABYTES).exits(0))
                        .outputLimits(OutputLimits.defaults().keep(64_000_000));
        Child child = spawn(spec);
        exitOf(child);
        var received = new Received();
        child.output().bytes(OutputView.only(ChildStream.STDOUT), received);

        assertThat(received.awaitEnd().bytes()).isEqualTo(FIFTY_MEGABYTES);
        assertThat(received.digest()).isEqualTo(digestOf(12, FIFTY_MEGABYTES));
    }

    private static String digestOf(long seed, long count) throws Exception {
        var digest = Received.sha256();
        ScriptedChild.writeBytes(
                seed, count, new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        return HexFormat.of().formatHex(digest.digest());
    }

    @Test
    void bothStreamsStandInTheOrderOfTheirArrival() throws Exception {
        String script =
                "while read where; do case $where in out) echo o;; err) echo e >&2;; esac; done";
        Child child = spawn(ChildSpec.of(Shell.script(script)).stdin(Stdin.PIPE));
        Heard heard = Heard.of(child);
        List<String> order = List.of("out", "err", "err", "out", "err", "out", "out", "err");
        for (int i = 0; i < order.size(); i++) {
            child.stdin().write((order.get(i) + "\n").getBytes(StandardCharsets.UTF_8));
            child.stdin().flush();
            heard.awaitLines(i + 1);
        }
        child.stdin().close();
        heard.awaitEnd();

        assertThat(heard.texts()).containsExactly("o", "e", "e", "o", "e", "o", "o", "e");
        assertThat(child.output().tail(8).stream().map(Line::text)).isEqualTo(heard.texts());
    }

    @Test
    void timesNeverGoBack() throws Exception {
        Instant begin = Instant.now().minusMillis(5);
        List<Line> lines =
                Heard.of(
                                shell(
                                        "i=0; while [ $i -lt 200 ]; do i=$((i+1)); echo $i; echo $i"
                                                + " >&2; done"))
                        .awaitEnd()
                        .lines();

        assertThat(lines).hasSize(400);
        assertThat(lines.stream().map(Line::at)).isSorted();
        assertThat(lines.getFirst().at()).isBetween(begin, Instant.now());
        assertThat(lines.getLast().at()).isBetween(begin, Instant.now());
    }

    @Test
    void oneStreamCanBeHeardAlone() throws Exception {
        Child child = shell("echo out; echo err >&2; echo out; echo err2 >&2");
        Heard heard = Heard.of(child, OutputView.only(ChildStream.STDERR)).awaitEnd();

        assertThat(heard.texts()).containsExactly("err", "err2");
        assertThat(heard.missed()).isZero();
    }

    @Test
    void theCountsAreThoseOfTheBytesWritten() throws Exception {
        Child child = shell("printf 12345; printf 123 >&2");
        Heard.of(child).awaitEnd();

        assertThat(child.output().counts()).isEqualTo(new OutputCounts(5, 3, 0));
    }

    @Test
    void theOutputEndsWhenNobodyCanWriteAnyMore() throws Exception {
        Child child = spawn(ChildSpec.of("cat").stdin(Stdin.PIPE));
        assertThat(child.output().ended()).isNotDone();

        child.stdin().close();

        child.output().ended().get(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void theOutputOfAChildThatClosesItEndsBeforeTheChild() throws Exception {
        Child child = shell("echo last words; exec >&- 2>&-; exec sleep 1000");
        Heard heard = Heard.of(child).awaitEnd();

        assertThat(heard.texts()).containsExactly("last words");
        child.output().ended().get(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(child.alive()).isTrue();
        assertThat(child.stop().get(SOON.toSeconds(), TimeUnit.SECONDS).took())
                .isEqualTo(StopReport.Took.TERMINATE);
    }
}
