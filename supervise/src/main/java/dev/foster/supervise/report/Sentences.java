package dev.foster.supervise.report;

import dev.foster.process.Excess;
import dev.foster.process.Quantities;
import dev.foster.process.StopReport;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.LimitRule;

import java.time.Duration;
import java.util.Map;

/** How everything is said that supervision tells, to people and to programs. */
final class Sentences {
    private static final String[] ORDINALS = {
        "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"
    };

    private Sentences() {}

    /** One sentence, without the name and without who asked. */
    static String of(ProcessEvent event) {
        return switch (event) {
            case ProcessEvent.StartAsked _ -> "start asked";
            case ProcessEvent.StopAsked asked -> asked.kill() ? "kill asked" : "stop asked";
            case ProcessEvent.RestartAsked _ -> "restart asked";
            case ProcessEvent.ReplaceAsked _ -> "replacement asked";
            case ProcessEvent.Added _ -> "added";
            case ProcessEvent.Changed _ -> "changed";
            case ProcessEvent.Removed _ -> "removed";
            case ProcessEvent.Waiting waiting -> of(waiting.obstacle());
            case ProcessEvent.Starting _ -> "starting";
            case ProcessEvent.StartingBeside starting ->
                    "starting beside process " + starting.pid();
            case ProcessEvent.Started started -> "started as process " + started.pid();
            case ProcessEvent.StartFailed failed -> failed.why();
            case ProcessEvent.StartGivenUp given -> given.why();
            case ProcessEvent.Ready ready ->
                    "ready" + ready.after().map(took -> " after " + Quantities.of(took)).orElse("");
            case ProcessEvent.ProbeFailed failed ->
                    "liveness probe failed, "
                            + failed.misses()
                            + " of "
                            + failed.most()
                            + ": "
                            + failed.why();
            case ProcessEvent.ProbeRecovered _ -> "healthy again";
            case ProcessEvent.Unhealthy unhealthy -> of(unhealthy.why());
            case ProcessEvent.NotReady late -> of(late.why());
            case ProcessEvent.Suspended _ -> "suspended until it is continued";
            case ProcessEvent.Continued _ -> "continued";
            case ProcessEvent.OverLimit over -> overLimit(over.excess(), over.then());
            case ProcessEvent.Stopping stopping -> "stopping: " + announced(stopping.why());
            case ProcessEvent.Exited exited ->
                    exited.exit().describe() + " after " + Quantities.of(exited.exit().lifetime());
            case ProcessEvent.StopForced forced ->
                    "did not end within "
                            + Quantities.of(forced.grace())
                            + " of "
                            + forced.signal()
                            + ", so it was killed";
            case ProcessEvent.Stopped stopped -> of(stopped.how());
            case ProcessEvent.Stuck _ -> of(new Reason.Stuck());
            case ProcessEvent.Completed completed -> "completed: " + of(completed.why());
            case ProcessEvent.Failed failed ->
                    "failed: "
                            + of(failed.why())
                            + (failed.byPolicy() ? "; its policy is no restart" : "");
            case ProcessEvent.Restarting restarting ->
                    "restarting in "
                            + Quantities.of(restarting.delay())
                            + ": "
                            + of(restarting.why());
            case ProcessEvent.GaveUp gaveUp -> "gave up: " + of(gaveUp.why());
            case ProcessEvent.Replaced replaced -> "took over from process " + replaced.pidBefore();
            case ProcessEvent.ReplacementFailed failed -> "not replaced: " + failed.why();
            case ProcessEvent.GroupRestarting group ->
                    String.join(", ", group.members()) + " restart with " + group.failed();
            case ProcessEvent.GroupFailed group ->
                    "failed too often, last " + group.failed() + "; all of it is stopped";
        };
    }

    /** The same for programs. */
    static Map<String, String> details(ProcessEvent event) {
        return switch (event) {
            case ProcessEvent.Started started -> Map.of("pid", Long.toString(started.pid()));
            case ProcessEvent.Exited exited ->
                    Map.of(
                            "exit_code", Integer.toString(exited.exit().shellCode()),
                            "how", exited.exit().describe(),
                            "lifetime_ms", Long.toString(exited.exit().lifetime().toMillis()),
                            "ending", exited.ending().word());
            case ProcessEvent.OverLimit over ->
                    Map.of(
                            "resource", over.excess().resource().word(),
                            "then", over.then().word());
            case ProcessEvent.Restarting restarting ->
                    Map.of("wait_ms", Long.toString(restarting.delay().toMillis()));
            case ProcessEvent.Replaced replaced ->
                    Map.of(
                            "pid", Long.toString(replaced.pid()),
                            "predecessor", Long.toString(replaced.before().run()));
            case ProcessEvent.ReplacementFailed failed -> Map.of("why", failed.why());
            case ProcessEvent.StopForced forced ->
                    Map.of(
                            "signal", forced.signal().name(),
                            "grace_ms", Long.toString(forced.grace().toMillis()));
            case ProcessEvent.StartAsked _,
                    ProcessEvent.StopAsked _,
                    ProcessEvent.RestartAsked _,
                    ProcessEvent.ReplaceAsked _,
                    ProcessEvent.Added _,
                    ProcessEvent.Changed _,
                    ProcessEvent.Removed _,
                    ProcessEvent.Waiting _,
                    ProcessEvent.Starting _,
                    ProcessEvent.StartingBeside _,
                    ProcessEvent.StartFailed _,
                    ProcessEvent.StartGivenUp _,
                    ProcessEvent.Ready _,
                    ProcessEvent.ProbeFailed _,
                    ProcessEvent.ProbeRecovered _,
                    ProcessEvent.Unhealthy _,
                    ProcessEvent.NotReady _,
                    ProcessEvent.Suspended _,
                    ProcessEvent.Continued _,
                    ProcessEvent.Stopping _,
                    ProcessEvent.Stopped _,
                    ProcessEvent.Stuck _,
                    ProcessEvent.Completed _,
                    ProcessEvent.Failed _,
                    ProcessEvent.GaveUp _,
                    ProcessEvent.GroupRestarting _,
                    ProcessEvent.GroupFailed _ ->
                    Map.of();
        };
    }

    /** One phrase; empty when there is nothing to say. */
    static String of(Reason reason) {
        return switch (reason) {
            case Reason.None _ -> "";
            case Reason.Ordered(Reason.Order order) -> of(order);
            case Reason.Exited(var exit) -> exit.describe();
            case Reason.Diagnosed(String why) -> why;
            case Reason.NotStarted(String why) -> why;
            case Reason.Unhealthy(String why) -> "unhealthy: " + why;
            case Reason.NotReady(Duration within) -> "not ready within " + Quantities.of(within);
            case Reason.Refused(String why) -> why;
            case Reason.OverLimit(Excess excess, LimitRule.Then then) -> overLimit(excess, then);
            case Reason.Waits(Obstacle obstacle) -> of(obstacle);
            case Reason.Stuck _ -> "did not go, not even when killed";
            case Reason.Retried(Reason ended, int failures, boolean failed) ->
                    (failed ? failure(failures) : "ended well") + ", " + of(ended);
            case Reason.NotRetried(Reason ended, Reason.Final why) -> of(ended) + "; " + of(why);
            case Reason.LimitReached(Reason ended, int restarts, Limit limit) ->
                    of(ended)
                            + "; restarted "
                            + restarts
                            + (restarts == 1 ? " time in " : " times in ")
                            + (limit.isInARow() ? "a row" : Quantities.of(limit.within()))
                            + ", which is its limit";
        };
    }

    // Why it was over its limit has just been told.
    private static String announced(Reason reason) {
        return reason instanceof Reason.OverLimit ? "over its limit" : of(reason);
    }

    private static String of(Reason.Order order) {
        return switch (order) {
            case STOP -> "stop asked";
            case RESTART -> "restart asked";
            case REPLACED -> "replaced";
            case GROUP_RESTART -> "its group restarts";
            case GROUP_FAILED -> "its group failed";
        };
    }

    private static String of(Reason.Final why) {
        return switch (why) {
            case FIRST_START -> "it was never ready, and its first start is not retried";
            case IN_VAIN -> "not retried, for that does not heal by itself";
        };
    }

    private static String overLimit(Excess excess, LimitRule.Then then) {
        return switch (then) {
            case REPORT -> excess.describe();
            case STOP -> "stopped: " + excess.describe();
            case KILL -> "killed: " + excess.describe();
        };
    }

    private static String of(Obstacle obstacle) {
        return switch (obstacle) {
            case Obstacle.GroupStopping _ -> "waiting until its group has stopped";
            case Obstacle.Dependency(String name, Condition condition, var word, boolean _) ->
                    "waiting for " + name + " " + wish(condition) + ", which " + predicate(word);
            case Obstacle.Outside(String why, boolean _) -> why;
        };
    }

    private static String wish(Condition condition) {
        return switch (condition) {
            case STARTED -> "to be started";
            case READY -> "to be ready";
            case COMPLETED -> "to complete";
            case COMPLETED_SUCCESSFULLY -> "to complete successfully";
        };
    }

    /** How a process stands, as the end of a sentence about it. */
    static String predicate(ProcessStatus.Word word) {
        return switch (word) {
            case DISABLED, STOPPED -> "is not started";
            case WAITING -> "waits itself";
            case BLOCKED -> "is blocked itself";
            case STARTING -> "is starting";
            case RUNNING, UNHEALTHY -> "is running";
            case SUSPENDED -> "is suspended";
            case STOPPING -> "is stopping";
            case RESTARTING -> "waits for its restart";
            case COMPLETED -> "has completed";
            case FAILED -> "has failed";
            case GAVE_UP -> "has given up";
            case STUCK -> "is stuck";
        };
    }

    private static String of(StopReport how) {
        String took =
                switch (how.took()) {
                    case ALREADY_GONE -> "gone";
                    case EOF -> "stopped when its input ended";
                    case TERMINATE -> "stopped on the signal";
                    case KILL -> "killed";
                    case STUCK -> "stuck";
                };
        String leftovers =
                how.leftovers() == 0
                        ? ""
                        : ", and " + how.leftovers() + " processes it left behind";
        return took + leftovers + " in " + Quantities.of(how.duration());
    }

    /** Such as {@code third failure}, or {@code failure 21} where words get long. */
    private static String failure(int number) {
        return number < ORDINALS.length ? ORDINALS[number] + " failure" : "failure " + number;
    }
}
