package dev.foster.tui.state;

import java.util.List;

/** Something that is to be done outside of the screen's own state. */
public sealed interface Deed {

    record Start(List<String> names) implements Deed {}

    /**
     * Stops processes.
     *
     * @param force kill at once instead of asking first
     */
    record Stop(List<String> names, boolean force) implements Deed {}

    record Restart(List<String> names) implements Deed {}

    /** Replaces without a gap. */
    record Replace(List<String> names) implements Deed {}

    record Signal(String name, String signal) implements Deed {}

    record Reload() implements Deed {}

    /** Writes a line to a process's standard input. */
    record Send(String name, String text) implements Deed {}

    /** Says something in the chat. */
    record Say(String text) implements Deed {}

    /** Ends a client's session with an MCP server. */
    record EndSession(String id) implements Deed {}

    /** Gives a text to the terminal's clipboard. */
    record Copy(String text) implements Deed {}

    /** Brings the output of a process that is older than what is known. */
    record Older(String name) implements Deed {}

    /** Gives the terminal back to the shell until it says to go on. */
    record Suspend() implements Deed {}

    /** Paints everything anew. */
    record Repaint() implements Deed {}

    /** Leaves the screen; everything goes on. */
    record Leave() implements Deed {}

    /** Leaves the screen; the daemon stops what it runs, and ends. */
    record Down() implements Deed {}
}
