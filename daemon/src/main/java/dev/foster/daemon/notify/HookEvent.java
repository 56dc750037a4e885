package dev.foster.daemon.notify;

import dev.foster.supervise.report.Topic;

import java.time.Instant;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Something that is worth telling.
 *
 * @param process the process, or the group
 * @param exit the code with which the run ended, as a shell shows it
 */
record HookEvent(
        Topic topic, String process, Instant at, String text, OptionalLong run, OptionalInt exit) {}
