package dev.foster.testkit;

import java.util.List;

/**
 * Command lines for children that {@code /bin/sh} plays best: traps, grandchildren, sessions. Each
 * says {@link #READY} on a line of its own when it has done what its name says, so a test that
 * waits for the word never acts too early.
 */
public final class Shell {
    /** What a child says when it is set up. */
    public static final String READY = "READY";

    private static final String HOLD = "exec sleep 1000";

    /**
     * Waits in the shell itself, so that its traps run at once. It is ready only when what it waits
     * for is there: a shell that forks has its own traps for a moment, and would swallow the signal
     * that was meant for its child.
     */
    private static final String READY_AND_WAIT =
            "sh -c 'echo READY; exec sleep 1000' & wait; exit 99";

    private Shell() {}

    /** Any script; nothing is added to it. */
    public static List<String> script(String script) {
        return List.of("/bin/sh", "-c", script);
    }

    /** Does nothing, and dies of any signal. */
    public static List<String> hanging() {
        return script("echo READY; " + HOLD);
    }

    /** Does not react to SIGTERM. */
    public static List<String> ignoringTerm() {
        return script("trap '' TERM; echo READY; " + HOLD);
    }

    /** Answers SIGTERM with a line and an exit code. */
    public static List<String> onTerm(String line, int code) {
        return script("trap 'echo \"" + line + "\"; exit " + code + "' TERM; " + READY_AND_WAIT);
    }

    /** Reads its input to the end, then exits with this code. */
    public static List<String> untilEndOfInput(int code) {
        return script("echo READY; cat >/dev/null; exit " + code);
    }

    /** Has a grandchild in its own process group, and waits for it. */
    public static List<String> withGrandchild() {
        return script("sleep 1000 & echo READY; wait");
    }

    /** Has a grandchild that leads a session of its own, and waits for it. */
    public static List<String> withEscapedGrandchild() {
        return script("setsid sh -c 'echo READY; " + HOLD + "' & wait");
    }

    /**
     * Has a grandchild in its own session that moreover forgot its environment, and waits for it.
     */
    public static List<String> withForgetfulGrandchild() {
        return script("env -i PATH=\"$PATH\" setsid sh -c 'echo READY; " + HOLD + "' & wait");
    }

    /**
     * Leaves a grandchild in its process group behind, which does not hold the output, and exits
     * with this code.
     */
    public static List<String> leavingGrandchild(int code) {
        return script("sleep 1000 </dev/null >/dev/null 2>&1 & echo READY; exit " + code);
    }
}
