package dev.foster.supervise;

import java.util.concurrent.CompletableFuture;

/**
 * A run has taken the place of another.
 *
 * @param run the number of the new run
 * @param pid its process
 * @param predecessorGone completes when nothing is left of the run before, and fails when that
 *     could not be ended
 */
public record Replacement(long run, long pid, CompletableFuture<Void> predecessorGone) {}
