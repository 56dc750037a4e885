package dev.foster.process.internal.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import static java.util.Objects.requireNonNull;

import dev.foster.testkit.Eventually;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Reads a process that waits, and does nothing else. */
@EnabledOnOs(OS.LINUX)
class MeterReadingTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final int SELF = (int) ProcessHandle.current().pid();

    private final Arena arena = Arena.ofShared();
    private final MeterFiles files = new MeterFiles(arena);
    private final MeterReading reading =
            new MeterReading(files, new ResidentMemory(files, false, 2), SELF);
    private Process process;
    private int pid;

    @BeforeEach
    void startAProcess() throws Exception {
        process = new ProcessBuilder("cat").start();
        pid = (int) process.pid();
    }

    @AfterEach
    void endTheProcess() throws Exception {
        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        files.close();
        arena.close();
    }

    @Test
    void allProcessesAreListed() {
        int count = files.list();
        assertThat(count).isGreaterThan(1);
        boolean found = false;
        for (int i = 0; i < count; i++) {
            assertThat(files.listed(i)).isPositive();
            found |= files.listed(i) == pid;
        }
        assertThat(found).isTrue();
        assertThat(files.list()).as("again from the beginning").isGreaterThan(1);
    }

    @Test
    void aNumberThatBecameAnothersDoesNotSpeakForTheFormer() {
        var former = new SeenProcess(pid, startedAt(5));

        reading.again(former, 1);

        assertThat(former.gone).isTrue();
        assertThat(former.ownNanos).isEqualTo(70_000_000);
        assertThat(reading.proportional(former)).isZero();
    }

    @Test
    void aDescriptorThatIsKeptSpeaksForOneProcessOnly() throws Exception {
        SeenProcess seen = requireNonNull(reading.first(pid, 1));
        reading.keep(seen);
        assertThat(seen.statDescriptor).isNotNegative();
        reading.again(seen, 2);
        assertThat(seen.gone).isFalse();
        assertThat(seen.readIn).isEqualTo(2);

        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        reading.again(seen, 3);

        assertThat(seen.gone).isTrue();
        assertThat(seen.readIn).isEqualTo(2);
        reading.release(seen);
        assertThat(seen.statDescriptor).isNegative();
        assertThat(reading.first(pid, 4)).isNull();
    }

    @Test
    void itsClockTellsWhetherAProcessRan() throws Exception {
        SeenProcess seen = requireNonNull(reading.first(pid, 1));
        assertThat(reading.ran(seen)).as("nothing is known before").isTrue();
        Eventually.until(SOON, "it waits", () -> !reading.ran(seen));

        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        assertThat(process.getInputStream().read()).isEqualTo('\n');
        // It may still be on its way back to sleep, and its clock is read when it stops.
        Eventually.until(SOON, "it has run", () -> reading.ran(seen));

        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        assertThat(reading.ran(seen)).as("it is gone").isTrue();
        assertThat(reading.ran(seen)).as("it is still gone").isTrue();
    }

    @Test
    void bothWaysToCountDescriptorsAgree() throws Exception {
        // A program that answers has closed what it was loaded from.
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        assertThat(process.getInputStream().read()).isEqualTo('\n');

        int counted = files.count(pid, MeterFiles.DESCRIPTORS);
        long size = files.size(pid, MeterFiles.DESCRIPTORS);
        assertThat(counted).isGreaterThanOrEqualTo(3);
        assertThat(size).isIn(0L, (long) counted);
        SeenProcess seen = requireNonNull(reading.first(pid, 1));

        reading.descriptors(seen, 1);

        assertThat(seen.files).isEqualTo(counted);
    }

    @Test
    void whereTheKernelLagsThePagesAreWalked() {
        var walking = new MeterReading(files, new ResidentMemory(files, true, 64), SELF);
        SeenProcess one = requireNonNull(reading.first(SELF, 1));
        SeenProcess other = requireNonNull(walking.first(SELF, 1));

        reading.memory(one, 1, false);
        walking.memory(other, 1, false);

        assertThat(other.exactMemoryReadIn).isEqualTo(1);
        assertThat(one.exactMemoryReadIn).isZero();
        assertThat(other.residentBytes).isCloseTo(one.residentBytes, withinPercentage(5));
        assertThat(one.residentBytes).isGreaterThan(20_000_000);
    }

    @Test
    void aProcessThatIsWatchedCloselyIsWalkedInEveryPass() {
        var walking = new MeterReading(files, new ResidentMemory(files, true, 64), SELF);
        SeenProcess one = requireNonNull(walking.first(SELF, 1));
        walking.memory(one, 1, false);

        walking.memory(one, 2, false);
        assertThat(one.exactMemoryReadIn).isEqualTo(1);

        walking.memory(one, 3, true);
        assertThat(one.exactMemoryReadIn).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"-1,1024", "1048576,1024", "1024,128", "64,8"})
    void fewFilesAreKeptWhereFewMayBeOpen(long allowed, int kept) {
        assertThat(MeterFiles.mostKept(allowed)).isEqualTo(kept);
    }

    @ParameterizedTest
    @CsvSource({
        "6.1.0-25-amd64,false",
        "6.2.0,true",
        "6.8.0-45-generic,true",
        "6.16.12,true",
        "6.17.0,false",
        "6.18.44-fc,false",
        "7.0,false",
        "5.15.0-1071-aws,false",
        "'',false",
        "strange,false"
    })
    void itIsKnownWhichKernelsLag(String release, boolean lags) {
        assertThat(ResidentMemory.lags(release)).isEqualTo(lags);
    }

    private static StatLine startedAt(long tick) {
        byte[] line =
                ("1 (x) S 1 1 1 0 -1 0 0 0 0 0 7 0 0 0 20 0 1 0 " + tick + " 4096 1 0")
                        .getBytes(StandardCharsets.US_ASCII);
        var stat = new StatLine();
        assertThat(stat.parse(line, line.length)).isTrue();
        return stat;
    }
}
