package dev.foster.stdio.broker;

/** Hears what a child writes to standard error. */
@FunctionalInterface
public interface ChildVoice {
    void said(long pid, String line);
}
