package dev.foster.daemon;

import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.log.LogStore;
import dev.foster.process.ProcessMark;
import dev.foster.supervise.report.Happening;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * Writes down what happens: everything in the journal, and the beginning and end of each run also
 * in the process's own log. The disk is never waited for by whoever tells.
 */
final class Chronicle implements AutoCloseable {
    private final ExecutorService remarks =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
    private final Map<Long, String> marks = new ConcurrentHashMap<>();
    private final Journal journal;
    private final LogStore logs;

    Chronicle(Journal journal, LogStore logs) {
        this.journal = journal;
        this.logs = logs;
    }

    /**
     * Notes which very process a run is, and that it began: behind what its log says about the run
     * before, in front of what this one will say. Called by the thread that started it, which may
     * wait for that.
     */
    void begins(String name, long run, long pid) {
        ProcessMark.of(pid).ifPresent(mark -> marks.put(run, mark.toString()));
        try {
            remarks.submit(() -> logs.remark(name, "started as process " + pid)).get();
        } catch (RejectedExecutionException closed) {
            // The last words are written: this one is ended at once, and says nothing.
        } catch (ExecutionException fault) {
            throw new IllegalStateException(fault);
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    void tell(Happening happening, Instant at) {
        Map<String, Object> details = new HashMap<>(happening.details());
        if (happening.kind() == Happening.Kind.STARTED) {
            // With it, a later daemon recognises this very process and no other.
            Optional.ofNullable(marks.remove(happening.run()))
                    .ifPresent(mark -> details.put("mark", mark));
        }
        journal.add(
                at,
                Optional.of(happening.name()),
                happening.kind().word(),
                happening.run() == 0 ? Optional.empty() : Optional.of(happening.run()),
                happening.text(),
                who(happening),
                details);
        switch (happening.kind()) {
            case START_FAILED,
                    EXITED,
                    RESTARTING,
                    GAVE_UP,
                    UNHEALTHY,
                    NOT_READY,
                    OVER_LIMIT,
                    STUCK,
                    REPLACED,
                    REPLACEMENT_FAILED ->
                    remarks.execute(() -> logs.remark(happening.name(), happening.text()));
            default -> {}
        }
    }

    private static Optional<String> who(Happening happening) {
        int at = happening.text().indexOf(" asked by ");
        return at < 0
                ? Optional.empty()
                : Optional.of(happening.text().substring(at + " asked by ".length()));
    }

    /** Something that concerns the daemon itself. */
    void tellOfDaemon(String kind, String text, Optional<String> who) {
        journal.add(Instant.now(), Optional.empty(), kind, Optional.empty(), text, who, Map.of());
    }

    @Override
    public void close() {
        remarks.close();
    }
}
