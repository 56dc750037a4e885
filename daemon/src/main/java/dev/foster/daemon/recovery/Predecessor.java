package dev.foster.daemon.recovery;

import java.nio.file.Path;

/** What is known of the daemon that was here before. */
public sealed interface Predecessor {

    /** There was none, or it ended in order. */
    record None() implements Predecessor {}

    /** It was killed, and left its record. */
    record Killed(DaemonRecord record) implements Predecessor {}

    /** It was killed, and what it left for a record says nothing. */
    record Unreadable(Path file, String why) implements Predecessor {}
}
