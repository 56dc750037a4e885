package dev.foster.supervise.report;

import java.util.Map;

/**
 * Something that happened to a process or a group, in words.
 *
 * @param kind what it was, for programs
 * @param name the process or group
 * @param run which of the process's runs it belongs to; 0 for none
 * @param text one sentence for people, without the name
 * @param details figures for programs, such as {@code pid} or {@code exit_code}
 */
public record Happening(
        Kind kind, String name, long run, String text, Map<String, String> details) {

    /** What happens in the life of a process. */
    public enum Kind {
        START_ASKED,
        STOP_ASKED,
        RESTART_ASKED,
        REPLACE_ASKED,
        WAITING,
        STARTING,
        STARTED,
        START_FAILED,
        READY,
        PROBE_FAILED,
        PROBE_RECOVERED,
        UNHEALTHY,
        SUSPENDED,
        CONTINUED,
        NOT_READY,
        OVER_LIMIT,
        EXITED,
        STOPPING,
        STOPPED,
        STUCK,
        COMPLETED,
        FAILED,
        RESTARTING,
        GAVE_UP,
        REPLACED,
        REPLACEMENT_FAILED,
        GROUP_RESTARTING,
        GROUP_FAILED,
        ADDED,
        CHANGED,
        REMOVED;

        /** The kind as it stands in files and on the wire. */
        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }
    }

    public Happening {
        details = Map.copyOf(details);
    }
}
