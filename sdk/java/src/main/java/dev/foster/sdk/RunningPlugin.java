package dev.foster.sdk;

/** A plugin that can be connected to. Closing it ends it. */
public interface RunningPlugin extends AutoCloseable {

    /** What a host needs to attach to it. */
    Reattach reattach();

    /**
     * Waits until the host asked for the end, or there is nobody left who could.
     *
     * @return the exit code for a program that was only this plugin
     */
    int awaitEnd() throws InterruptedException;

    @Override
    void close();
}
