package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foster.process.EngineOptions.Kind;
import dev.foster.process.UsageMeter.Tree;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Processor time of trees: what the meter says against what the processes say of themselves, which
 * a shell does with {@code times}.
 */
class UsageTimeTest extends EngineContract {
    private static final long TICK = 10_000_000;

    /** Works for some tenths of a second, so that the kernel's ticks of 10 ms matter little. */
    private static final String WORK = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";

    private static final String WORK_AND_STAY =
            WORK + "; times; echo pid $$; echo READY; exec sleep 1000";

    private static final Pattern TIME = Pattern.compile("(\\d+)m([\\d.]+)s");

    private UsageMeter meter;

    @BeforeEach
    void makeAMeter() {
        meter = engine.meter();
    }

    @AfterEach
    void closeTheMeter() {
        meter.close();
    }

    @Test
    void aChildIsChargedWhatItTook() throws Exception {
        Child child = working("eval \"$STAY\"");
        Tree tree = meter.watch(child);

        Heard heard = awaitReady(child, tree, 1);

        assertThat(tree.cpuNanos()).satisfies(near(told(heard)));
    }

    @Test
    void allOfATreeAreCharged() throws Exception {
        Child child =
                working(
                        """
                        sh -c 'eval "$STAY"' &
                        sh -c 'sh -c "eval \\"\\$STAY\\"" & eval "$STAY"' &
                        eval "$STAY"
                        """);
        Tree tree = meter.watch(child);

        Heard heard = awaitReady(child, tree, 4);

        assertThat(tree.processes()).isEqualTo(4);
        assertThat(tree.cpuNanos()).satisfies(near(told(heard)));
    }

    @Test
    void descendantsThatEndedAreCharged() throws Exception {
        Child child =
                working(
                        """
                        for n in 1 2 3; do sh -c 'sh -c "$WORK"; eval "$WORK"'; done
                        times; echo READY; exec sleep 1000
                        """);
        Tree tree = meter.watch(child);

        Heard heard = awaitReady(child, tree, 1);

        assertThat(tree.processes()).isOne();
        if (kind == Kind.LINUX) {
            assertThat(tree.cpuNanos()).satisfies(near(told(heard)));
        } else {
            // Here they count with what they had taken when they were last seen, if ever.
            assertThat(tree.cpuNanos()).isLessThanOrEqualTo(told(heard) * 105 / 100);
        }
    }

    @Test
    void whatAnOrphanTookStaysWhenItEnds() throws Exception {
        String script = "(setsid sh -c 'eval \"$STAY\"' &); exec sleep 1000";
        if (kind == Kind.LINUX) {
            endsUnnoticed(script);
        } else {
            // Here an orphan counts only if it was seen below its parent.
            Child child = working(script);
            Tree tree = meter.watch(child);
            awaitReady(child, tree, 1);
            assertThat(tree.processes()).isBetween(1, 2);
        }
    }

    @Test
    void whatAnIgnoredChildTookStaysWhenItEnds() throws Exception {
        endsUnnoticed("trap '' CHLD; sh -c 'eval \"$STAY\"' & exec sleep 1000");
    }

    private void endsUnnoticed(String script) throws Exception {
        Child child = working(script);
        Tree tree = meter.watch(child, true);
        Heard heard = awaitReady(child, tree, 1);
        Eventually.until(SOON, "two processes", () -> processes(tree) == 2);
        assertThat(tree.cpuNanos()).satisfies(near(told(heard)));

        String pid =
                heard.texts().stream()
                        .filter(text -> text.startsWith("pid "))
                        .findFirst()
                        .orElseThrow()
                        .substring(4);
        ProcessHandle.of(Long.parseLong(pid)).orElseThrow().destroyForcibly();
        Eventually.until(SOON, "one process", () -> processes(tree) == 1);

        for (int pass = 0; pass < 5; pass++) {
            meter.measure();
            assertThat(tree.cpuNanos()).satisfies(near(told(heard)));
        }
    }

    @Test
    void aChildThatEndedIsChargedToTheLast() throws Exception {
        Child child = working(WORK);
        Tree tree = meter.watch(child);

        meter.measure();
        Exit exit = exitOf(child);
        meter.measure();

        assertThat(tree.there()).isFalse();
        assertThat(tree.processes()).isZero();
        exit.cpu().ifPresent(cpu -> assertThat(tree.cpuNanos()).isEqualTo(cpu.toNanos()));
        assertThat(exit.cpu().isPresent()).isEqualTo(kind == Kind.LINUX);
    }

    @Test
    void aChildThatWasGoneBeforeItWasMeasuredIsChargedWhatIsKnown() throws Exception {
        Child child = working(WORK);
        Exit exit = exitOf(child);
        Tree tree = meter.watch(child);

        meter.measure();

        assertThat(tree.there()).isFalse();
        assertThat(tree.residentBytes()).isZero();
        assertThat(tree.cpuNanos()).isEqualTo(exit.cpu().map(Duration::toNanos).orElse(0L));
    }

    @Test
    void aQuietChildThatBeginsToWorkIsNoticed() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of(
                                        Shell.script(
                                                "echo READY; read line; eval \"$WORK\"; times;"
                                                        + " echo DONE; read line"))
                                .environment("WORK", WORK)
                                .stdin(Stdin.PIPE));
        Heard heard = Heard.of(child).await(Shell.READY);
        Tree tree = meter.watch(child);
        for (int pass = 0; pass < 20; pass++) {
            meter.measure();
        }
        long quiet = tree.cpuNanos();

        child.stdin().write('\n');
        child.stdin().flush();
        heard.await("DONE");
        for (int pass = 0; pass < 4; pass++) {
            meter.measure();
        }

        assertThat(quiet).isLessThan(tree.cpuNanos());
        assertThat(tree.cpuNanos()).satisfies(near(told(heard)));
    }

    private Child working(String script) {
        return spawn(
                ChildSpec.of(Shell.script(script))
                        .environment("WORK", WORK)
                        .environment("STAY", WORK_AND_STAY));
    }

    private int processes(Tree tree) {
        meter.measure();
        return tree.processes();
    }

    /** Measures all the time until this many said that they are ready, and once more. */
    private Heard awaitReady(Child child, Tree tree, int count) {
        Heard heard = Heard.of(child);
        long[] before = {0};
        Eventually.until(
                Duration.ofSeconds(60),
                "they have worked",
                () -> {
                    long ready = heard.texts().stream().filter(Shell.READY::equals).count();
                    meter.measure();
                    assertThat(tree.cpuNanos()).isGreaterThanOrEqualTo(before[0]);
                    before[0] = tree.cpuNanos();
                    return ready == count;
                });
        // Those that were read before they were done are read again.
        for (int pass = 0; pass < 4; pass++) {
            meter.measure();
        }
        return heard;
    }

    /** Within 5 %, but for the two ticks that the kernel rounds away of each process. */
    private static Consumer<Long> near(long expected) {
        return nanos -> assertThat(nanos).isCloseTo(expected, within(expected / 20 + 2 * TICK));
    }

    /** What the processes said of themselves and of those they waited for. */
    private static long told(Heard heard) {
        return heard.texts().stream()
                .flatMap(text -> TIME.matcher(text).results())
                .mapToLong(
                        time ->
                                Long.parseLong(time.group(1)) * 60_000_000_000L
                                        + (long) (Double.parseDouble(time.group(2)) * 1e9))
                .sum();
    }
}
