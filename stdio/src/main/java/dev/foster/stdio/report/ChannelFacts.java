package dev.foster.stdio.report;

/**
 * A child that serves the modern requests of one caller.
 *
 * @param pid its process
 * @param restarts how often it was started again
 */
public record ChannelFacts(String server, String caller, long pid, int restarts) {}
