package dev.foster.daemon.watchdog;

import dev.foster.control.HealthView;
import dev.foster.thread.Pulse;

import org.jspecify.annotations.Nullable;

/** What the watchdog knows of one vital thread; all it may have to say is written beforehand. */
final class Watched {
    /** After so many looks that find the same turn it is called stuck; after more, for good. */
    static final int STUCK_LOOKS = 5;

    static final int FATAL_LOOKS = 15;

    /** One look may meet a thread that is just being replaced. */
    static final int GONE_LOOKS = 2;

    private final Vital vital;
    private final String stuck;
    private final String gone;
    private int gonesSeen;
    private int sameTurnSeen;
    private String told = HealthView.WELL;
    private volatile String state = HealthView.WELL;

    Watched(Vital vital, long periodSeconds) {
        this.vital = vital;
        this.stuck =
                vital.name()
                        + " is stuck: one turn has taken more than "
                        + STUCK_LOOKS * periodSeconds
                        + " s; "
                        + (vital.fatal()
                                ? "after " + FATAL_LOOKS * periodSeconds + " s foster ends"
                                : "look whether the disk answers");
        this.gone = vital.name() + " is gone: its thread has ended; foster ends";
    }

    /**
     * Takes a look.
     *
     * @param sinceLast nanoseconds since the last one
     * @param counts whether the machine ran all that time, as far as one can tell
     * @return whether the daemon cannot go on like this
     */
    boolean look(long sinceLast, boolean counts) {
        Pulse pulse = pulse();
        boolean alive = pulse == null || pulse.alive();
        gonesSeen = alive ? 0 : gonesSeen + 1;
        if (pulse != null && pulse.busyNanos() < sinceLast) {
            sameTurnSeen = 0;
        } else if (counts) {
            sameTurnSeen++;
        }
        boolean isGone = gonesSeen >= GONE_LOOKS;
        state =
                isGone
                        ? HealthView.GONE
                        : sameTurnSeen >= STUCK_LOOKS ? HealthView.STUCK : HealthView.WELL;
        return isGone || (vital.fatal() && sameTurnSeen >= FATAL_LOOKS);
    }

    /** Nothing when it cannot be asked, as without memory: then nobody knows that it turns. */
    private @Nullable Pulse pulse() {
        try {
            return vital.pulse().get();
        } catch (Throwable noAnswer) {
            return null;
        }
    }

    HealthView.PartView view() {
        String now = state;
        return new HealthView.PartView(vital.name(), now, text(now));
    }

    /** What is wrong with it; empty while nothing is. */
    String problem() {
        return text(state);
    }

    private String text(String of) {
        return switch (of) {
            case HealthView.STUCK -> stuck;
            case HealthView.GONE -> gone;
            default -> "";
        };
    }

    /** What has changed since this was last asked; empty when nothing has. */
    String news() {
        String now = state;
        if (now.equals(told)) {
            return "";
        }
        told = now;
        return now.equals(HealthView.WELL) ? vital.name() + " turns again" : text(now);
    }
}
