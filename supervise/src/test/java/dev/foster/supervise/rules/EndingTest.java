package dev.foster.supervise.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.Excess;
import dev.foster.process.Exit;
import dev.foster.process.Signal;
import dev.foster.supervise.report.Ending;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.spec.LimitRule.Then;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.RestartPolicy.When;
import dev.foster.supervise.stage.Specs;
import dev.foster.supervise.stage.Stage;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Why runs end. */
class EndingTest {
    private static Ending ending(Stage stage) {
        return ((ProcessEvent.Exited) stage.last(ProcessEventKind.EXITED)).ending();
    }

    private static Ending ofItself(Exit exit) {
        Stage stage = Stage.of(Specs.process("bot")).allUp();
        stage.exited("bot", exit);
        return ending(stage);
    }

    @Test
    void whatEndsByItselfIsJudgedByItsExit() {
        assertThat(ofItself(Specs.code(0))).isEqualTo(Ending.OK);
        assertThat(ofItself(Specs.code(3))).isEqualTo(Ending.ERROR);
        assertThat(ofItself(Specs.killed(Signal.KILL))).isEqualTo(Ending.SIGNAL);
        assertThat(ofItself(Specs.exit(new Exit.Ending.Unknown("lost")))).isEqualTo(Ending.UNKNOWN);
        assertThat(ofItself(overMemory())).isEqualTo(Ending.OVER_LIMIT);
    }

    private static Exit overMemory() {
        return new Exit(
                new Exit.Ending.Killed(Signal.KILL, false),
                Exit.Asked.NOBODY,
                Instant.EPOCH,
                Duration.ofSeconds(1),
                Optional.empty(),
                false,
                Optional.of(Excess.byKernel(Excess.Resource.MEMORY, 256e6)));
    }

    @Test
    void aCodeThatMeansSuccessIsNoError() {
        ProcessSpec bot = Specs.process("bot");
        Stage stage =
                Stage.of(bot.restart(bot.restart().when(When.NO).successCodes(Set.of(0, 3))))
                        .allUp();
        stage.exited("bot", Specs.code(3));
        assertThat(ending(stage)).isEqualTo(Ending.OK);
    }

    @Test
    void whatIsBeingEndedEndsForThatReason() {
        Stage stage = Stage.of(Specs.process("bot")).allUp();
        stage.stop("bot");
        stage.exited("bot", Specs.code(143));
        assertThat(ending(stage)).isEqualTo(Ending.STOPPED);

        stage = Stage.of(Specs.process("bot")).allUp();
        stage.on(new TreeInput.OverLimit("bot", stage.run("bot"), Specs.memory(301), Then.KILL));
        stage.exited("bot", Specs.killed(Signal.KILL));
        assertThat(ending(stage)).isEqualTo(Ending.OVER_LIMIT);
    }

    @Test
    void whatWasUnwellEndsForThatEvenIfSomebodyStopsItMeanwhile() {
        ProcessSpec bot =
                Specs.process("bot").readiness(Readiness.by(new Probe.LogLine("never said")));
        Stage stage = Stage.of(bot);
        stage.start("bot");
        stage.spawned("bot");
        stage.pass(bot.readiness().within().plusSeconds(1));
        stage.stop("bot");
        stage.exited("bot", Specs.killed(Signal.TERM));
        assertThat(ending(stage)).isEqualTo(Ending.NOT_READY);

        ProcessSpec asked = Specs.process("bot").liveness(Liveness.by(new Probe.Notify()));
        stage = Stage.of(asked).allUp();
        stage.pass(Duration.ofHours(1));
        stage.exited("bot", Specs.killed(Signal.TERM));
        assertThat(ending(stage)).isEqualTo(Ending.UNHEALTHY);
    }

    @Test
    void whatWasStuckEndsForTheReasonItHadBefore() {
        Stage stage = Stage.of(Specs.process("bot")).allUp();
        stage.stop("bot");
        stage.stuck("bot");
        stage.exited("bot", Specs.killed(Signal.KILL));
        assertThat(ending(stage)).isEqualTo(Ending.STOPPED);
    }

    @Test
    void aLimitThatIsOnlyReportedEndsNothing() {
        Stage stage = Stage.of(Specs.process("bot")).allUp();
        stage.on(new TreeInput.OverLimit("bot", stage.run("bot"), Specs.memory(301), Then.REPORT));
        stage.exited("bot", Specs.code(0));
        assertThat(ending(stage)).isEqualTo(Ending.OK);
    }

    @Test
    void aStartThatFailsIsAnEndAndACrash() {
        Stage stage = Stage.of(Specs.process("bot"));
        stage.start("bot");
        stage.spawnFailed("bot");
        assertThat(stage.last(ProcessEventKind.START_FAILED).end()).contains(Ending.START_FAILED);
        assertThat(Ending.START_FAILED.crash()).isTrue();
    }
}
