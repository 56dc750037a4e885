package dev.foster.daemon;

import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.journal.JournalEntry;
import dev.foster.daemon.log.LogStore;
import dev.foster.daemon.recovery.RunningMarks;
import dev.foster.process.Child;
import dev.foster.process.ProcessMark;
import dev.foster.supervise.report.ProcessEvent;

import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * Writes down what happens: everything in the journal, and the beginning and end of each run also
 * in the process's own log. The disk is never waited for by whoever tells.
 */
final class JournalWriter implements AutoCloseable {
    private final ExecutorService remarks =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
    private final Journal journal;
    private final LogStore logs;
    private final RunningMarks marks;

    JournalWriter(Journal journal, LogStore logs, RunningMarks marks) {
        this.journal = journal;
        this.logs = logs;
        this.marks = marks;
    }

    /**
     * Notes which very process a run is, and that it began: behind what its log says about the run
     * before, in front of what this one will say. Called by the thread that started it, which may
     * wait for that.
     */
    void begins(String name, long run, Child child) {
        long pid = child.pid();
        ProcessMark.of(pid)
                .ifPresent(
                        mark -> {
                            marks.began(run, mark);
                            var _ = child.exit().thenRun(() -> marks.ended(run));
                        });
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

    void tell(ProcessEvent event, Instant at) {
        journal.add(JournalEntry.of(event, at));
        if (event.kind().remark()) {
            remarks.execute(() -> logs.remark(event.name(), event.text()));
        }
    }

    @Override
    public void close() {
        remarks.close();
    }
}
