package dev.foster.daemon.metrics;

/** One thing that tells a sample from the others of its metric. */
public record Label(String name, String value) {}
