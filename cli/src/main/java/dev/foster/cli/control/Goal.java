package dev.foster.cli.control;

import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;

/** What one waits for a process to become. */
enum Goal {
    /** Ready, or done with what it was for. */
    STARTED {
        @Override
        Progress of(ProcessView view) {
            return switch (view.state()) {
                case COMPLETED -> Progress.REACHED;
                case FAILED, GAVE_UP, BLOCKED, STUCK, STOPPED, DISABLED -> Progress.OUT_OF_REACH;
                default -> view.ready() ? Progress.REACHED : Progress.UNDER_WAY;
            };
        }
    },
    /**
     * Ready; one that is stopped may still be started by somebody, but one that waits in vain for
     * another gives whoever waits for it the reason.
     */
    READY {
        @Override
        Progress of(ProcessView view) {
            return switch (view.state()) {
                case COMPLETED, FAILED, GAVE_UP, BLOCKED, STUCK -> Progress.OUT_OF_REACH;
                default -> view.ready() ? Progress.REACHED : Progress.UNDER_WAY;
            };
        }
    },
    /**
     * Wherever a reload leads it: up, or down where nobody wants it up. One whose start has failed
     * is tried again, perhaps for ever; whoever changed it is to learn of the first failure.
     */
    SETTLED {
        @Override
        Progress of(ProcessView view) {
            return switch (view.state()) {
                case COMPLETED, STOPPED, DISABLED -> Progress.REACHED;
                case FAILED, RESTARTING, GAVE_UP, BLOCKED, STUCK -> Progress.OUT_OF_REACH;
                default -> view.ready() ? Progress.REACHED : Progress.UNDER_WAY;
            };
        }

        @Override
        boolean reachedByRemoval() {
            return true;
        }
    },
    /** Not running, and not about to. */
    STOPPED {
        @Override
        Progress of(ProcessView view) {
            if (view.state() == ProcessState.STUCK) {
                return Progress.OUT_OF_REACH;
            }
            return view.state().settled() ? Progress.REACHED : Progress.UNDER_WAY;
        }

        @Override
        boolean reachedByRemoval() {
            return true;
        }
    },
    /** Ended well. */
    COMPLETED {
        @Override
        Progress of(ProcessView view) {
            return switch (view.state()) {
                case COMPLETED -> Progress.REACHED;
                case FAILED, GAVE_UP, BLOCKED, STUCK -> Progress.OUT_OF_REACH;
                default -> Progress.UNDER_WAY;
            };
        }
    };

    /** How far a process is. */
    enum Progress {
        UNDER_WAY,
        REACHED,
        OUT_OF_REACH
    }

    abstract Progress of(ProcessView view);

    /** Whether one that is no longer in the project has become what was wanted. */
    boolean reachedByRemoval() {
        return false;
    }
}
