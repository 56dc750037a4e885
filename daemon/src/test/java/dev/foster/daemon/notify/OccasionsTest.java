package dev.foster.daemon.notify;

import static dev.foster.daemon.notify.Happenings.exited;
import static dev.foster.daemon.notify.Happenings.gaveUp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.Excess;
import dev.foster.process.StopReport;
import dev.foster.supervise.report.Ending;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.report.Requester;
import dev.foster.supervise.report.RunId;
import dev.foster.supervise.report.Topic;
import dev.foster.supervise.spec.LimitRule.Then;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What is worth telling. */
class OccasionsTest {
    private static final RunId WEB = new RunId("web", 4);
    private static final ProcessEvent STARTED = new ProcessEvent.Started(WEB, 17);
    private static final ProcessEvent READY = new ProcessEvent.Ready(WEB, Optional.empty());
    private static final ProcessEvent STOPPED = new ProcessEvent.Stopped(WEB, StopReport.stuck());
    private static final Reason SILENT = new Reason.Unhealthy("no answer");
    private static final Reason ASKED = new Reason.Ordered(Reason.Order.STOP);

    private final Occasions occasions = new Occasions();

    private Optional<Topic> topic(ProcessEvent event) {
        return occasions.on(event, Instant.EPOCH).map(HookEvent::topic);
    }

    private static ProcessEvent overLimit(Then then) {
        return new ProcessEvent.OverLimit(
                WEB, Excess.byKernel(Excess.Resource.MEMORY, 256e6), then);
    }

    @Test
    void aCrashCarriesWhatIsKnownOfIt() {
        assertThat(occasions.on(Happenings.crash(WEB), Instant.EPOCH))
                .contains(
                        new HookEvent(
                                Topic.CRASH,
                                "web",
                                Instant.EPOCH,
                                "exit 3 after 2 s",
                                OptionalLong.of(4),
                                OptionalInt.of(3)));
    }

    @Test
    void onlyWhoWasInTroubleRecovers() {
        assertThat(topic(STARTED)).contains(Topic.STARTED);
        assertThat(topic(READY)).isEmpty();

        assertThat(topic(Happenings.crash(WEB))).contains(Topic.CRASH);
        var retried = new Reason.Retried(SILENT, 1, true);
        assertThat(topic(new ProcessEvent.Restarting(WEB, retried, Duration.ZERO))).isEmpty();
        topic(STARTED);
        assertThat(topic(READY)).contains(Topic.RECOVERED);
        assertThat(topic(READY)).isEmpty();
    }

    @Test
    void aStopThatWasAskedForIsNoCrashAndEndsTheTrouble() {
        topic(Happenings.crash(WEB));
        assertThat(topic(new ProcessEvent.Stopping(WEB, ASKED))).isEmpty();
        assertThat(topic(exited(WEB, 143, Ending.STOPPED))).contains(Topic.STOPPED);
        assertThat(topic(STOPPED)).isEmpty();

        topic(STARTED);
        assertThat(topic(READY)).isEmpty();
    }

    @Test
    void anUnhealthyProcessIsToldOnce() {
        assertThat(topic(new ProcessEvent.ProbeFailed(WEB, 1, 3, "refused"))).isEmpty();
        assertThat(topic(new ProcessEvent.Unhealthy(WEB, SILENT))).contains(Topic.UNHEALTHY);
        assertThat(topic(new ProcessEvent.Stopping(WEB, SILENT))).isEmpty();
        assertThat(topic(exited(WEB, 143, Ending.UNHEALTHY))).isEmpty();
        assertThat(topic(STOPPED)).isEmpty();
        topic(STARTED);
        assertThat(topic(READY)).contains(Topic.RECOVERED);
    }

    @Test
    void aProcessThatIsDoneHasStopped() {
        assertThat(topic(exited(WEB, 0, Ending.OK))).isEmpty();
        assertThat(topic(new ProcessEvent.Completed(WEB, Reason.none()))).contains(Topic.STOPPED);
    }

    @Test
    void givingUpAndLimitsAreTold() {
        assertThat(topic(new ProcessEvent.StartFailed(WEB, "no such file"))).contains(Topic.CRASH);
        assertThat(topic(gaveUp("web"))).contains(Topic.GAVE_UP);
        assertThat(topic(new ProcessEvent.GroupFailed(RunId.of("all"), "web")))
                .contains(Topic.GAVE_UP);
        assertThat(topic(new ProcessEvent.NotReady(WEB, new Reason.NotReady(Duration.ZERO))))
                .contains(Topic.UNHEALTHY);
        assertThat(topic(new ProcessEvent.Stuck(WEB))).contains(Topic.UNHEALTHY);
        assertThat(topic(overLimit(Then.KILL))).contains(Topic.OVER_LIMIT);
        assertThat(topic(READY)).contains(Topic.RECOVERED);
    }

    @Test
    void aLimitThatIsOnlyReportedIsNoTrouble() {
        assertThat(topic(overLimit(Then.REPORT))).contains(Topic.OVER_LIMIT);
        assertThat(topic(READY)).isEmpty();
    }

    @Test
    void aProcessThatLeftTheProjectIsForgotten() {
        topic(Happenings.crash(WEB));
        assertThat(topic(new ProcessEvent.Removed(WEB, new Requester("somebody")))).isEmpty();
        assertThat(topic(READY)).isEmpty();
    }
}
