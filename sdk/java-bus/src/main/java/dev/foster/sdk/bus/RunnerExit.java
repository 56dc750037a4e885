package dev.foster.sdk.bus;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How the process ends. */
final class RunnerExit {
    private final CountDownLatch never = new CountDownLatch(1);
    private volatile boolean shutdownFinished;

    /** Ends the process; hooks that a plugin has installed run. */
    void end(int code) {
        System.exit(code);
    }

    /**
     * Ends the process with the trace and the sentence as its last words. Hooks do not run: they
     * could say something after them, or never end.
     */
    void fail(Failure failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        RunnerNotices.sayLast(cause, failure.sentence());
        Runtime.getRuntime().halt(failure.code());
    }

    void shutdownFinished() {
        shutdownFinished = true;
    }

    /** Ends the process at a time, whatever still goes on then. */
    void noLaterThan(long deadline, String id) {
        Thread.ofPlatform()
                .daemon()
                .name("foster-deadline")
                .start(
                        () -> {
                            awaitDeadline(deadline);
                            if (shutdownFinished) {
                                Runtime.getRuntime().halt(0);
                            }
                            RunnerNotices.say(
                                    "cannot stop "
                                            + id
                                            + " in order: it took too long; let its handlers and"
                                            + " its shutdown end sooner, or allow more time");
                            Runtime.getRuntime().halt(Failure.OTHER);
                        });
    }

    private static void awaitDeadline(long deadline) {
        for (long left = deadline - System.nanoTime();
                left > 0;
                left = deadline - System.nanoTime()) {
            try {
                TimeUnit.NANOSECONDS.sleep(left);
            } catch (InterruptedException nobodyDoesThat) {
                return;
            }
        }
    }

    /**
     * Keeps the calling thread until the process ends. It must not return: the end of the main
     * thread would end the process as well, and with 0.
     */
    void await() {
        while (true) {
            try {
                never.await();
            } catch (InterruptedException late) {
                // A stop that crossed the end of the start; the one that sent it ends the process.
            }
        }
    }
}
