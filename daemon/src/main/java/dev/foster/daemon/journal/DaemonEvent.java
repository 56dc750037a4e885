package dev.foster.daemon.journal;

import dev.foster.supervise.report.EventKind;
import dev.foster.supervise.report.Tone;

/** What happens to the daemon itself and to what it serves, beside its processes. */
public enum DaemonEvent implements EventKind {
    DAEMON_STARTED(Tone.NEUTRAL),
    /** Somebody wants the daemon to end. */
    DOWN_ASKED(Tone.NEUTRAL),
    DAEMON_ENDED(Tone.NEUTRAL),
    /** Something the owner of the project should know. */
    NOTICE(Tone.NEUTRAL),
    /** A fault of Foster's own, which it survived. */
    FAULT(Tone.BAD),
    /** What the watchdog found. */
    WATCHDOG(Tone.BAD),
    FILES_RENEWED(Tone.NEUTRAL),
    LOGS_REOPENED(Tone.NEUTRAL),
    EVENTS_LOST(Tone.BAD),
    SIGNAL_SENT(Tone.NEUTRAL),
    ALERT_RAISED(Tone.ALARM),
    ALERT_CLEARED(Tone.GOOD),
    API_REFUSED(Tone.NEUTRAL),
    WEB_OPENED(Tone.NEUTRAL),
    WEB_LOG_IN(Tone.NEUTRAL),
    WEB_LOG_IN_REFUSED(Tone.NEUTRAL),
    WEB_RESET(Tone.NEUTRAL),
    METRICS_OFFERED(Tone.NEUTRAL),
    METRICS_REFUSED(Tone.NEUTRAL),
    METRICS_EXPORT_FAILED(Tone.DOUBTFUL),
    METRICS_EXPORT_RECOVERED(Tone.GOOD),
    NOTIFY_FAILED(Tone.DOUBTFUL),
    NOTIFY_DROPPED(Tone.DOUBTFUL),
    NOTIFY_RECOVERED(Tone.GOOD),
    BUS_REQUEST(Tone.NEUTRAL),
    BUS_REFUSED(Tone.NEUTRAL),
    BUS_SLOW_CONSUMER(Tone.NEUTRAL),
    BUS_PROTOCOL_ERROR(Tone.NEUTRAL),
    CHAT_ADMIN(Tone.NEUTRAL),
    MCP_REFUSED(Tone.NEUTRAL),
    MCP_SESSION_OPENED(Tone.NEUTRAL),
    MCP_SESSION_ENDED(Tone.NEUTRAL),
    MCP_CHILD_STARTED(Tone.NEUTRAL),
    MCP_CHILD_ENDED(Tone.DOUBTFUL),
    MCP_EVENTS_LEFT_OUT(Tone.NEUTRAL);

    private final Tone tone;

    DaemonEvent(Tone tone) {
        this.tone = tone;
    }

    @Override
    public Tone tone() {
        return tone;
    }
}
