package dev.foster.plugin.session;

import dev.foster.plugin.protocol.hclog.LogEntry;
import dev.foster.process.ChildStream;

import java.util.concurrent.CompletableFuture;

/** Is told what a plugin says and how it is. None of its methods may block. */
public interface SessionListener {

    /**
     * A run was got ready, and holds a folder and perhaps a server from now on.
     *
     * @param gone completes when nothing of the run is left
     */
    default void prepared(CompletableFuture<Void> gone) {}

    /** It can be spoken with. */
    default void connected(PluginConnection connection) {}

    /** It is not what it should be and must go, or ended before it could be spoken with. */
    default void refused(String why) {}

    /**
     * The same, where there is more than words.
     *
     * @param cause what this host met
     */
    default void refused(String why, Throwable cause) {
        refused(why);
    }

    /** It cannot be spoken with any more. */
    default void disconnected() {}

    /** It logged something, on its standard error. */
    default void logged(LogEntry entry) {}

    /**
     * It wrote this to its standard error.
     *
     * @param end whether a line ended with it; a very long one comes in pieces
     */
    default void complained(byte[] bytes, boolean end) {}

    /** It wrote a line to its standard output after the handshake. */
    default void wrote(String line) {}

    /** It printed something by the means of its language, any piece of it. */
    default void printed(ChildStream stream, byte[] data) {}

    /** It says by itself that it serves, or that it does not. */
    default void serving(boolean well) {}
}
