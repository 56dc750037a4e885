package dev.foster.daemon.recovery;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.process.AbandonedChildren;
import dev.foster.process.ProcessMark;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a daemon that was killed left: processes, which are ended before anything is started.
 *
 * @param ended how many processes were left
 * @param notice what could not be found out, and what that means
 */
public record CrashRecovery(int ended, Optional<String> notice) {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /**
     * Ends what is left of the daemon before.
     *
     * @param running what ran when it was killed, as it wrote that down
     * @throws ControlProblem when something of it cannot be ended: a second copy is not started
     */
    public static CrashRecovery clear(Predecessor predecessor, Set<ProcessMark> running) {
        return switch (predecessor) {
            // It ended in order: what it wrote down is from before that.
            case Predecessor.None _ -> new CrashRecovery(0, Optional.empty());
            case Predecessor.Killed(DaemonRecord record) -> clear(record, running);
            case Predecessor.Unreadable(Path file, String why) ->
                    clearByMarks("cannot read " + file + ": " + why, running);
        };
    }

    private static CrashRecovery clear(DaemonRecord record, Set<ProcessMark> running) {
        try {
            return clear(record.cookie(), running, Optional.empty());
        } catch (IllegalArgumentException nonsense) {
            // A record that was tampered with: no engine ever had this cookie.
            return clearByMarks(
                    "cannot use the record of an earlier foster: \""
                            + record.cookie()
                            + "\" is no mark of its processes",
                    running);
        }
    }

    private static CrashRecovery clearByMarks(String why, Set<ProcessMark> running) {
        String notice =
                why
                        + "; the processes it had started itself were ended, so look with ps"
                        + " whether others are still there";
        return clear("", running, Optional.of(notice));
    }

    private static CrashRecovery clear(
            String cookie, Set<ProcessMark> running, Optional<String> notice) {
        int found = AbandonedChildren.find(cookie, running).size();
        List<ProcessMark> left = AbandonedChildren.end(cookie, running, LIMIT);
        if (!left.isEmpty()) {
            throw new ControlProblem(
                    ProblemCode.CONFLICT,
                    "cannot bring up the project: processes of an earlier foster are still there"
                            + " and cannot be killed ("
                            + left
                            + "); end them first");
        }
        return new CrashRecovery(found, notice);
    }
}
