package dev.foster.process;

import java.time.Duration;

/**
 * What a process uses.
 *
 * @param cpu processor time so far
 * @param residentBytes memory it holds now; 0 where the system does not tell
 * @param threads its threads now; 0 where the system does not tell
 */
public record Usage(Duration cpu, long residentBytes, int threads) {}
