package dev.foster.supervise.report;

import java.util.Optional;

/**
 * What happens in the life of a process: for each kind its tone, whether it stands in the process's
 * log as a remark, and whom it is told.
 */
public enum Kind implements EventKind {
    START_ASKED(Tone.NEUTRAL),
    STOP_ASKED(Tone.NEUTRAL),
    RESTART_ASKED(Tone.NEUTRAL),
    REPLACE_ASKED(Tone.NEUTRAL),
    WAITING(Tone.NEUTRAL),
    STARTING(Tone.NEUTRAL),
    STARTED(Tone.NEUTRAL, Topic.STARTED),
    START_FAILED(Tone.BAD, Remark.YES, Topic.CRASH),
    /** It is told to those who have heard of trouble before. */
    READY(Tone.GOOD, Topic.RECOVERED),
    PROBE_FAILED(Tone.DOUBTFUL),
    PROBE_RECOVERED(Tone.GOOD),
    UNHEALTHY(Tone.DOUBTFUL, Remark.YES, Topic.UNHEALTHY),
    SUSPENDED(Tone.DOUBTFUL, Remark.YES),
    CONTINUED(Tone.NEUTRAL, Remark.YES),
    NOT_READY(Tone.DOUBTFUL, Remark.YES, Topic.UNHEALTHY),
    OVER_LIMIT(Tone.BAD, Remark.YES, Topic.OVER_LIMIT),
    /** Whom it is told depends on its {@link Ending}. */
    EXITED(Tone.NEUTRAL, Remark.YES),
    STOPPING(Tone.NEUTRAL),
    STOP_FORCED(Tone.DOUBTFUL, Remark.YES),
    STOPPED(Tone.NEUTRAL),
    STUCK(Tone.BAD, Remark.YES, Topic.UNHEALTHY),
    COMPLETED(Tone.GOOD, Topic.STOPPED),
    FAILED(Tone.BAD),
    RESTARTING(Tone.DOUBTFUL, Remark.YES),
    GAVE_UP(Tone.BAD, Remark.YES, Topic.GAVE_UP),
    REPLACED(Tone.GOOD, Remark.YES),
    REPLACEMENT_FAILED(Tone.BAD, Remark.YES),
    GROUP_RESTARTING(Tone.DOUBTFUL),
    GROUP_FAILED(Tone.BAD, Topic.GAVE_UP),
    ADDED(Tone.NEUTRAL),
    CHANGED(Tone.NEUTRAL),
    REMOVED(Tone.NEUTRAL);

    private enum Remark {
        YES,
        NO
    }

    private final Tone tone;
    private final Remark remark;
    private final Optional<Topic> topic;

    Kind(Tone tone) {
        this(tone, Remark.NO, Optional.empty());
    }

    Kind(Tone tone, Remark remark) {
        this(tone, remark, Optional.empty());
    }

    Kind(Tone tone, Topic topic) {
        this(tone, Remark.NO, Optional.of(topic));
    }

    Kind(Tone tone, Remark remark, Topic topic) {
        this(tone, remark, Optional.of(topic));
    }

    Kind(Tone tone, Remark remark, Optional<Topic> topic) {
        this.tone = tone;
        this.remark = remark;
        this.topic = topic;
    }

    static Kind of(Happening happening) {
        return switch (happening) {
            case Happening.StartAsked _ -> START_ASKED;
            case Happening.StopAsked _ -> STOP_ASKED;
            case Happening.RestartAsked _ -> RESTART_ASKED;
            case Happening.ReplaceAsked _ -> REPLACE_ASKED;
            case Happening.Waiting _ -> WAITING;
            case Happening.Starting _, Happening.StartingBeside _ -> STARTING;
            case Happening.Started _ -> STARTED;
            case Happening.StartFailed _ -> START_FAILED;
            case Happening.Ready _ -> READY;
            case Happening.ProbeFailed _ -> PROBE_FAILED;
            case Happening.ProbeRecovered _ -> PROBE_RECOVERED;
            case Happening.Unhealthy _ -> UNHEALTHY;
            case Happening.Suspended _ -> SUSPENDED;
            case Happening.Continued _ -> CONTINUED;
            case Happening.NotReady _ -> NOT_READY;
            case Happening.OverLimit _ -> OVER_LIMIT;
            case Happening.Exited _ -> EXITED;
            case Happening.Stopping _ -> STOPPING;
            case Happening.StopForced _ -> STOP_FORCED;
            case Happening.Stopped _, Happening.StartGivenUp _ -> STOPPED;
            case Happening.Stuck _ -> STUCK;
            case Happening.Completed _ -> COMPLETED;
            case Happening.Failed _ -> FAILED;
            case Happening.Restarting _ -> RESTARTING;
            case Happening.GaveUp _ -> GAVE_UP;
            case Happening.Replaced _ -> REPLACED;
            case Happening.ReplacementFailed _ -> REPLACEMENT_FAILED;
            case Happening.GroupRestarting _ -> GROUP_RESTARTING;
            case Happening.GroupFailed _ -> GROUP_FAILED;
            case Happening.Added _ -> ADDED;
            case Happening.Changed _ -> CHANGED;
            case Happening.Removed _ -> REMOVED;
        };
    }

    @Override
    public Tone tone() {
        return tone;
    }

    /** Whether it stands in the log of its process. */
    public boolean remark() {
        return remark == Remark.YES;
    }

    /** What those are told who asked for it. */
    public Optional<Topic> topic() {
        return topic;
    }
}
