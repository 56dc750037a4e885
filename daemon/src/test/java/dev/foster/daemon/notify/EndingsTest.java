package dev.foster.daemon.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.daemon.notify.Endings.Reason;
import dev.foster.supervise.report.Happening;
import dev.foster.supervise.report.Happening.Kind;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Optional;

/** Why runs end. */
class EndingsTest {
    private final Endings endings =
            new Endings((name, code) -> code == 0 || (name.equals("lenient") && code == 3));

    private Optional<Reason> on(Kind kind, String text, Map<String, String> details) {
        return endings.on(new Happening(kind, "web", 7, text, details));
    }

    private Optional<Reason> exited(String text, int code) {
        return on(Kind.EXITED, text, Map.of("exit_code", "" + code));
    }

    @Test
    void whatEndsByItselfIsJudgedByItsCode() {
        assertThat(exited("exit 0 after 3 s", 0)).contains(Reason.OK);
        assertThat(exited("exit 3 after 3 s", 3)).contains(Reason.ERROR);
        assertThat(exited("killed by SIGSEGV after 3 s", 139)).contains(Reason.SIGNAL);
        assertThat(exited("gone, exit unknown: lost", 255)).contains(Reason.UNKNOWN);
        assertThat(
                        endings.on(
                                new Happening(
                                        Kind.EXITED,
                                        "lenient",
                                        8,
                                        "exit 3 after 3 s",
                                        Map.of("exit_code", "3"))))
                .contains(Reason.OK);
    }

    @Test
    void whatWasSaidBeforeIsTheReason() {
        on(Kind.STOPPING, "stopping: asked", Map.of());
        assertThat(exited("exit 143", 143)).contains(Reason.STOPPED);

        on(Kind.UNHEALTHY, "unhealthy: no answer", Map.of());
        on(Kind.STOPPING, "stopping: unhealthy", Map.of());
        assertThat(exited("killed by SIGTERM", 143)).contains(Reason.UNHEALTHY);

        on(Kind.NOT_READY, "not ready", Map.of());
        on(Kind.STOPPING, "stopping", Map.of());
        assertThat(exited("killed by SIGKILL", 137)).contains(Reason.NOT_READY);

        on(Kind.OVER_LIMIT, "memory", Map.of("then", "kill"));
        on(Kind.STOPPING, "stopping", Map.of());
        assertThat(exited("killed by SIGKILL", 137)).contains(Reason.OVER_LIMIT);
    }

    @Test
    void whatWasSaidOfOneRunIsNotTheReasonOfTheNext() {
        on(Kind.UNHEALTHY, "unhealthy: no answer", Map.of());
        on(Kind.STOPPED, "gone", Map.of());
        assertThat(exited("exit 3", 3)).contains(Reason.ERROR);

        on(Kind.UNHEALTHY, "unhealthy: no answer", Map.of());
        assertThat(exited("exit 3", 3)).contains(Reason.UNHEALTHY);
        assertThat(exited("exit 3", 3)).contains(Reason.ERROR);
    }

    @Test
    void whatWasStuckEndsForTheReasonItHadBefore() {
        on(Kind.STOPPING, "stopping: asked", Map.of());
        on(Kind.STUCK, "did not go, not even when killed", Map.of());
        assertThat(exited("killed by SIGKILL", 137)).contains(Reason.STOPPED);
    }

    @Test
    void aLimitThatIsOnlyReportedEndsNothing() {
        on(Kind.OVER_LIMIT, "memory", Map.of("then", "report"));

        assertThat(exited("exit 0", 0)).contains(Reason.OK);
    }

    @Test
    void aStartThatFailsIsAnEnd() {
        assertThat(on(Kind.START_FAILED, "no such file", Map.of())).contains(Reason.START_FAILED);
        assertThat(on(Kind.READY, "ready", Map.of())).isEmpty();
    }
}
