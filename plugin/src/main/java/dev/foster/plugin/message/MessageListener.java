package dev.foster.plugin.message;

/** Hears of the runs of one message plugin. Its methods must not block. */
public interface MessageListener {

    /** A run is ready. */
    void ready(String run, ReadyMessage announcement);

    /** A run is over, whether or not it was ready before. */
    void over(String run);
}
