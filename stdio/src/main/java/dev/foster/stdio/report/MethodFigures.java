package dev.foster.stdio.report;

import java.time.Duration;

/**
 * How often a method of a server was asked for, and how long the answers took.
 *
 * @param total all answers' time together
 * @param slowest the longest of them
 */
public record MethodFigures(
        String server, String method, long calls, long errors, Duration total, Duration slowest) {}
