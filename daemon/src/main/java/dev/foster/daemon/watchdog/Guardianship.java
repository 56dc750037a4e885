package dev.foster.daemon.watchdog;

import dev.foster.control.HealthView;

import java.util.function.BooleanSupplier;

/**
 * Whether somebody would end the processes if the daemon were killed. It goes on without, and the
 * engine tries to have it mended; people are told, for until then a kill leaves them behind.
 */
final class Guardianship {
    private static final String NAME = "the guardian";
    private static final String PROBLEM =
            "foster is unguarded: what would end its processes if it were killed cannot be started;"
                    + " it is tried again, look whether processes or files run short";

    /** One look may meet it just being replaced. */
    private static final int MISSING_LOOKS = 2;

    private final BooleanSupplier guarded;
    private int missingSeen;
    private volatile boolean missing;
    private boolean told;

    Guardianship(BooleanSupplier guarded) {
        this.guarded = guarded;
    }

    void look() {
        missingSeen = guarded.getAsBoolean() ? 0 : missingSeen + 1;
        missing = missingSeen >= MISSING_LOOKS;
    }

    HealthView.PartView view() {
        return missing
                ? new HealthView.PartView(NAME, HealthView.UNGUARDED, PROBLEM)
                : new HealthView.PartView(NAME, HealthView.WELL, "");
    }

    /** What has changed since this was last asked; empty when nothing has. */
    String news() {
        boolean now = missing;
        if (now == told) {
            return "";
        }
        told = now;
        return now ? PROBLEM : "foster is guarded again";
    }
}
