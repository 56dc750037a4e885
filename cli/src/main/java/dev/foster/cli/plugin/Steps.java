package dev.foster.cli.plugin;

import java.time.Duration;

/** Tells how each step of a check went, with the time since the one before it. */
final class Steps {
    private final Checkup.Report report;
    private long begin = System.nanoTime();

    Steps(Checkup.Report report) {
        this.report = report;
    }

    /** A step that went well; always true. */
    boolean good(String name, String text) {
        return tell(name, CheckStep.Verdict.GOOD, text);
    }

    /** A step that went well, with something to think about; always true. */
    boolean doubtful(String name, String text) {
        return tell(name, CheckStep.Verdict.DOUBTFUL, text);
    }

    /** A step that failed; always false. */
    boolean bad(String name, String text) {
        return tell(name, CheckStep.Verdict.BAD, text);
    }

    private boolean tell(String name, CheckStep.Verdict verdict, String text) {
        long now = System.nanoTime();
        CheckStep step = new CheckStep(name, verdict, Duration.ofNanos(now - begin), text);
        report.step(step);
        begin = now;
        return step.good();
    }
}
