package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.foster.process.EngineOptions.Kind;
import dev.foster.process.UsageMeter.Tree;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Memory, descriptors and storage: what the meter says against what the processes find. */
class UsageFiguresTest extends EngineContract {
    /** Passes after which every figure has been read again. */
    private static final int ALL = 17;

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
    void whatAChildHoldsIsWhatItFindsItself() throws Exception {
        Child child = spawn(UsageScene.command("at-once"));
        Heard heard = Heard.of(child).awaitLines(2);
        long told = Long.parseLong(heard.texts().getLast().replace("resident ", ""));
        assertThat(told).isGreaterThan(UsageScene.TAKEN);
        Tree tree = meter.watch(child);

        meter.measure();

        if (kind == Kind.LINUX) {
            assertThat(tree.residentBytes()).isCloseTo(told, withinPercentage(5));
            assertThat(tree.proportionalBytes())
                    .isGreaterThan(UsageScene.TAKEN)
                    .isLessThan(told * 105 / 100);
            assertThat(tree.threads()).isGreaterThan(5);
        } else {
            assertThat(tree.residentBytes()).isZero();
            assertThat(tree.proportionalBytes()).isZero();
        }
        child.stop(StopPlan.kill()).join();
        meter.measure();
        assertThat(tree.residentBytes()).isZero();
        assertThat(tree.proportionalBytes()).isZero();
    }

    @Test
    void memoryThatComesAndGoesIsFollowed() throws Exception {
        Child child = spawn(ChildSpec.of(UsageScene.command("in-steps")).stdin(Stdin.PIPE));
        Heard heard = Heard.of(child).awaitLines(1);
        Tree tree = meter.watch(child);
        measureAll();
        long before = tree.residentBytes();

        step(child, heard, 2);
        measureAll();
        long held = tree.residentBytes();

        step(child, heard, 3);
        measureAll();
        long after = tree.residentBytes();

        if (kind == Kind.LINUX) {
            assertThat(held - before).isCloseTo(UsageScene.TAKEN, withinPercentage(5));
            assertThat(held - after).isCloseTo(UsageScene.TAKEN, withinPercentage(5));
        } else {
            assertThat(List.of(before, held, after)).containsOnly(0L);
        }
    }

    private static void step(Child child, Heard heard, int lines) throws Exception {
        child.stdin().write('\n');
        child.stdin().flush();
        heard.awaitLines(lines);
    }

    @Test
    void descriptorsAreCounted() throws Exception {
        Child child =
                ready(
                        Shell.script(
                                "sleep 1000 & exec 3</dev/null 4<&3 5<&3 6<&3 7<&3; sh -c :; sleep"
                                        + " 1000 & echo READY; wait"));
        Tree tree = meter.watch(child);

        if (kind == Kind.LINUX) {
            ProcessHandle itself = ProcessHandle.of(child.pid()).orElseThrow();
            // Those that were only just started have files open for a moment.
            Eventually.until(
                    SOON,
                    "all descriptors are counted",
                    () -> {
                        meter.measure();
                        int below = itself.children().mapToInt(each -> openOf(each.pid())).sum();
                        return tree.files() == openOf(child.pid()) + below;
                    });
            assertThat(tree.processes()).isEqualTo(3);
            assertThat(tree.mostFiles()).isGreaterThanOrEqualTo(8).isLessThan(tree.files());
        } else {
            meter.measure();
            assertThat(tree.files()).isZero();
        }
    }

    @Test
    void descriptorsThatAreLimitedAreCountedInEveryPass() throws Exception {
        if (kind == Kind.PORTABLE) {
            assertThat(engine.facts().name()).isEqualTo("portable");
            return;
        }
        var limits = ResourceLimits.none().files(64);
        Child child =
                spawn(
                        ChildSpec.of(
                                        Shell.script(
                                                "echo READY; read line; exec 3</dev/null 4<&3;"
                                                        + " echo DONE; read line"))
                                .confinement(new Confinement(limits, Isolation.none()))
                                .stdin(Stdin.PIPE));
        Heard heard = Heard.of(child).await(Shell.READY);
        Tree tree = meter.watch(child);
        meter.measure();
        int before = tree.mostFiles();

        step(child, heard, 2);
        meter.measureClosely();

        assertThat(tree.mostFiles()).isEqualTo(before + 2);
    }

    @Test
    void whatAChildDoesAfterALongRestIsSeenWithinFourPasses() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of(
                                        Shell.script(
                                                "echo READY; read line; exec 3</dev/null 4<&3;"
                                                        + " sleep 1000 & echo DONE; read line;"
                                                        + " kill $!; wait; echo OVER; read line"))
                                .stdin(Stdin.PIPE));
        Heard heard = Heard.of(child).await(Shell.READY);
        Tree tree = meter.watch(child);
        measureAll();
        int before = tree.files();

        step(child, heard, 2);
        measure(4);
        assertThat(tree.processes()).isEqualTo(2);
        if (kind == Kind.LINUX) {
            assertThat(tree.files()).isGreaterThanOrEqualTo(2 * before + 2);
        }

        measureAll();
        step(child, heard, 3);
        measure(4);
        assertThat(tree.processes()).isOne();
        if (kind == Kind.LINUX) {
            assertThat(tree.files()).isEqualTo(before + 2);
        }
    }

    @Test
    void bytesToStorageAreCounted(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("file");
        Child child =
                ready(
                        ChildSpec.of(
                                        Shell.script(
                                                "dd if=/dev/zero of=\"$FILE\" bs=1M count=8"
                                                        + " conv=fsync; echo READY; exec sleep"
                                                        + " 1000"))
                                .environment("FILE", file.toString()));
        Tree tree = meter.watch(child);

        meter.measure();

        if (kind == Kind.LINUX) {
            // Where there is no disk, as with files in memory, the kernel counts nothing.
            assertThat(tree.writtenBytes()).isEqualTo(storage(child.pid(), "write_bytes: "));
            Eventually.until(
                    SOON,
                    "what it read of its program is counted",
                    () -> {
                        meter.measure();
                        return tree.readBytes() == storage(child.pid(), "read_bytes: ");
                    });
        } else {
            assertThat(tree.writtenBytes()).isZero();
        }
        long written = tree.writtenBytes();
        child.stop(StopPlan.kill()).join();
        meter.measure();
        assertThat(tree.writtenBytes()).as("it stays").isEqualTo(written);
    }

    private void measureAll() {
        measure(ALL);
    }

    private void measure(int passes) {
        for (int pass = 0; pass < passes; pass++) {
            meter.measure();
        }
    }

    private static int openOf(long pid) {
        try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            return (int) open.count();
        } catch (IOException gone) {
            throw new AssertionError("cannot count the descriptors of " + pid, gone);
        }
    }

    private static long storage(long pid, String word) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/io"))) {
            return lines.filter(line -> line.startsWith(word))
                    .mapToLong(line -> Long.parseLong(line.substring(word.length())))
                    .sum();
        } catch (IOException gone) {
            throw new AssertionError("cannot tell what " + pid + " read and wrote", gone);
        }
    }
}
