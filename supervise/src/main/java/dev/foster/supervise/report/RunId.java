package dev.foster.supervise.report;

/**
 * One run of one process, or the process itself.
 *
 * @param name the process; also a group, which has no runs
 * @param run counted through all processes; 0 before the first
 */
public record RunId(String name, long run) {

    public static RunId of(String name) {
        return new RunId(name, 0);
    }
}
