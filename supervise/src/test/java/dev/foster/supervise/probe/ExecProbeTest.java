package dev.foster.supervise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;
import dev.foster.supervise.probe.ProbeResult.Bad;
import dev.foster.supervise.spec.Probe;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.ProcTable;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Commands that end with exit code 0, and others. */
class ExecProbeTest extends ProbeContract {
    private final String mark = UUID.randomUUID().toString();

    @Test
    void exitCodeZeroIsGood() throws Exception {
        assertGood(shell("echo fine"));
    }

    @Test
    void anotherExitCodeIsBadAndItsLastLineSaysWhy() throws Exception {
        assertThat(whyBad(shell("echo trying; echo 'no database' >&2; exit 3")))
                .isEqualTo("exit 3: no database");
        assertThat(whyBad(shell("exit 1"))).isEqualTo("exit 1");
        assertThat(whyBad(shell("printf 'no newline'; exit 1"))).isEqualTo("exit 1: no newline");
    }

    @Test
    void aFloodOfOutputIsThrownAway() throws Exception {
        assertThat(
                        whyBad(
                                shell(
                                        "head -c 20000000 /dev/zero | tr '\\0' 'x'; echo; echo end;"
                                                + " exit 1")))
                .isEqualTo("exit 1: end");
    }

    @Test
    void aCommandThatReadsGetsNothing() throws Exception {
        assertGood(shell("cat"));
    }

    @Test
    void aCommandThatASignalEndsIsBad() throws Exception {
        assertThat(whyBad(shell("kill -SEGV $$"))).startsWith("killed by SIGSEGV");
    }

    @Test
    void aCommandThatIsMissingIsBad() throws Exception {
        assertThat(whyBad(new Probe.Exec(ChildSpec.of("no-such-tool"))))
                .startsWith("cannot start no-such-tool: not found");
    }

    @Test
    void aCommandThatTakesTooLongIsEndedWithAllItStarted() throws Exception {
        String why =
                whyBad(shell("trap '' TERM; setsid sleep 1000 & sleep 1000 & sleep 1000"), SHORT);

        assertThat(why).isEqualTo("no answer within 300 ms");
        assertThat(marked()).isEmpty();
    }

    @Test
    void aCancelledCommandIsEndedWithAllItStarted() throws Exception {
        Attempt attempt = probes.start(shell("setsid sleep 1000 & sleep 1000"), SOON);
        Eventually.until(SOON, "all of it runs", () -> marked().size() == 3);

        attempt.cancel();

        assertThat(resultOf(attempt)).isEqualTo(new ProbeResult.Cancelled());
        attempt.ended().get(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(marked()).isEmpty();
    }

    @Test
    void aCommandThatIsCancelledWhileItStartsDoesNotStay() throws Exception {
        for (int i = 0; i < 50; i++) {
            Attempt attempt = probes.start(shell("exec sleep 1000"), SOON);
            attempt.cancel();
            attempt.ended().get(SOON.toSeconds(), TimeUnit.SECONDS);

            assertThat(resultOf(attempt)).isEqualTo(new ProbeResult.Cancelled());
            assertThat(marked()).isEmpty();
        }
    }

    @Test
    void whatACommandLeftBehindIsEnded() throws Exception {
        assertGood(shell("setsid sleep 1000 </dev/null >/dev/null 2>&1 & exit 0"));

        assertThat(marked()).isEmpty();
    }

    @Test
    void aClosedEngineIsBad() throws Exception {
        engine.close();

        assertThat(whyBad(shell("true"))).contains("the engine is closed");
    }

    @Test
    void anEngineThatClosesEndsTheAttempt() throws Exception {
        Attempt attempt = probes.start(shell("exec sleep 1000"), SOON);
        Eventually.until(SOON, "it runs", () -> marked().size() == 1);

        engine.close();

        assertThat(resultOf(attempt)).isInstanceOf(Bad.class);
        attempt.ended().get(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    private Probe shell(String script) {
        return new Probe.Exec(ChildSpec.of(Shell.script(script)).environment("PROBE_MARK", mark));
    }

    private List<ProcTable.Entry> marked() {
        return ProcTable.withVariable("PROBE_MARK", mark);
    }
}
