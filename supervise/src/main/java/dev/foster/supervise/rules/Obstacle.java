package dev.foster.supervise.rules;

/**
 * What keeps a child from starting.
 *
 * @param why in words
 * @param lasting whether it stays until somebody acts: what it waits for will not come by itself
 */
public record Obstacle(String why, boolean lasting) {}
