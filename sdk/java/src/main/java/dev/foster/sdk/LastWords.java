package dev.foster.sdk;

import org.jspecify.annotations.Nullable;

import java.lang.Thread.UncaughtExceptionHandler;

/**
 * What still works when a plugin ends without being asked: SIGTERM ends it in order, and the
 * failure of a thread reaches the log. {@code System.err} would take it to the host by a connection
 * that may not last long enough.
 */
final class LastWords implements AutoCloseable {
    private final Thread atExit;
    private final @Nullable UncaughtExceptionHandler before =
            Thread.getDefaultUncaughtExceptionHandler();

    LastWords(Log log, Runnable end) {
        atExit = Thread.ofPlatform().name("foster-plugin-end").unstarted(end);
        Runtime.getRuntime().addShutdownHook(atExit);
        if (before == null) {
            Thread.setDefaultUncaughtExceptionHandler(
                    (thread, failure) ->
                            log.error(
                                    "a thread of the plugin failed",
                                    "thread",
                                    thread.getName(),
                                    "error",
                                    Stack.of(failure)));
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException itRuns) {
            // Then it is the one that closes us.
        }
        Thread.setDefaultUncaughtExceptionHandler(before);
    }
}
