package dev.foster.sdk;

import java.time.Duration;
import java.util.Optional;

/** Notices when the process that started this one is gone: then another becomes the parent. */
final class ParentWatch implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Thread thread;

    private ParentWatch(Thread thread) {
        this.thread = thread;
    }

    /** Looks once a second from now on. */
    static ParentWatch start(Runnable gone) {
        Optional<Long> parent = parent();
        return new ParentWatch(
                Thread.ofVirtual()
                        .name("foster-parent-watch")
                        .start(
                                () -> {
                                    try {
                                        while (parent().equals(parent)) {
                                            Thread.sleep(INTERVAL);
                                        }
                                        gone.run();
                                    } catch (InterruptedException closed) {
                                        // The plugin ends for another reason.
                                    }
                                }));
    }

    private static Optional<Long> parent() {
        return ProcessHandle.current().parent().map(ProcessHandle::pid);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
