package dev.foster.supervise.report;

import java.util.Optional;

/**
 * What happens in the life of a process: for each kind its tone, whether it stands in the process's
 * log as a remark, and whom it is told.
 */
public enum ProcessEventKind implements EventKind {
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

    ProcessEventKind(Tone tone) {
        this(tone, Remark.NO, Optional.empty());
    }

    ProcessEventKind(Tone tone, Remark remark) {
        this(tone, remark, Optional.empty());
    }

    ProcessEventKind(Tone tone, Topic topic) {
        this(tone, Remark.NO, Optional.of(topic));
    }

    ProcessEventKind(Tone tone, Remark remark, Topic topic) {
        this(tone, remark, Optional.of(topic));
    }

    ProcessEventKind(Tone tone, Remark remark, Optional<Topic> topic) {
        this.tone = tone;
        this.remark = remark;
        this.topic = topic;
    }

    static ProcessEventKind of(ProcessEvent event) {
        return switch (event) {
            case ProcessEvent.StartAsked _ -> START_ASKED;
            case ProcessEvent.StopAsked _ -> STOP_ASKED;
            case ProcessEvent.RestartAsked _ -> RESTART_ASKED;
            case ProcessEvent.ReplaceAsked _ -> REPLACE_ASKED;
            case ProcessEvent.Waiting _ -> WAITING;
            case ProcessEvent.Starting _, ProcessEvent.StartingBeside _ -> STARTING;
            case ProcessEvent.Started _ -> STARTED;
            case ProcessEvent.StartFailed _ -> START_FAILED;
            case ProcessEvent.Ready _ -> READY;
            case ProcessEvent.ProbeFailed _ -> PROBE_FAILED;
            case ProcessEvent.ProbeRecovered _ -> PROBE_RECOVERED;
            case ProcessEvent.Unhealthy _ -> UNHEALTHY;
            case ProcessEvent.Suspended _ -> SUSPENDED;
            case ProcessEvent.Continued _ -> CONTINUED;
            case ProcessEvent.NotReady _ -> NOT_READY;
            case ProcessEvent.OverLimit _ -> OVER_LIMIT;
            case ProcessEvent.Exited _ -> EXITED;
            case ProcessEvent.Stopping _ -> STOPPING;
            case ProcessEvent.StopForced _ -> STOP_FORCED;
            case ProcessEvent.Stopped _, ProcessEvent.StartGivenUp _ -> STOPPED;
            case ProcessEvent.Stuck _ -> STUCK;
            case ProcessEvent.Completed _ -> COMPLETED;
            case ProcessEvent.Failed _ -> FAILED;
            case ProcessEvent.Restarting _ -> RESTARTING;
            case ProcessEvent.GaveUp _ -> GAVE_UP;
            case ProcessEvent.Replaced _ -> REPLACED;
            case ProcessEvent.ReplacementFailed _ -> REPLACEMENT_FAILED;
            case ProcessEvent.GroupRestarting _ -> GROUP_RESTARTING;
            case ProcessEvent.GroupFailed _ -> GROUP_FAILED;
            case ProcessEvent.Added _ -> ADDED;
            case ProcessEvent.Changed _ -> CHANGED;
            case ProcessEvent.Removed _ -> REMOVED;
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
