package dev.foster.daemon.notify;

import dev.foster.process.Exit;
import dev.foster.supervise.report.Ending;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.report.RunId;
import dev.foster.supervise.spec.Limit;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What happens in tests. */
final class Happenings {
    private Happenings() {}

    /** It ended after two seconds. */
    static ProcessEvent.Exited exited(RunId of, int code, Ending ending) {
        var exit =
                new Exit(
                        new Exit.Ending.Code(code),
                        Exit.Asked.NOBODY,
                        Instant.EPOCH,
                        Duration.ofSeconds(2),
                        Optional.empty(),
                        false);
        return new ProcessEvent.Exited(of, exit, ending);
    }

    static ProcessEvent.Exited crash(RunId of) {
        return exited(of, 3, Ending.ERROR);
    }

    static ProcessEvent.GaveUp gaveUp(String name) {
        var why =
                new Reason.LimitReached(
                        new Reason.Refused("x"), 5, new Limit(5, Duration.ofMinutes(1)));
        return new ProcessEvent.GaveUp(new RunId(name, 1), why);
    }
}
