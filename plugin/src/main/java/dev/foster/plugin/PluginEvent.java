package dev.foster.plugin;

import dev.foster.supervise.report.ProcessEventKind;

import java.time.Instant;

/**
 * Something that happened to a plugin.
 *
 * @param kind what it was, for programs
 * @param text one sentence for people
 */
public record PluginEvent(String id, ProcessEventKind kind, String text, Instant at) {}
