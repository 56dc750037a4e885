package dev.foster.control;

import java.util.Arrays;
import java.util.Locale;

/**
 * What a process is doing, in one word, and how that looks. What runs comes first, then what
 * somebody should look at.
 */
public enum ProcessState {
    /** It runs and is ready. */
    RUNNING("●", EventTone.GOOD, Life.ALIVE),
    /** It runs and is not ready yet. */
    STARTING("◐", EventTone.DOUBTFUL, Life.ALIVE),
    /** Wanted, but something it depends on does not hold yet. */
    WAITING("◌", EventTone.DOUBTFUL, Life.BETWEEN),
    /** It runs, and its health checks fail. */
    UNHEALTHY("▲", EventTone.DOUBTFUL, Life.ALIVE),
    /** It is there and does nothing until it is continued, as after SIGSTOP. */
    SUSPENDED("‖", EventTone.DOUBTFUL, Life.ALIVE),
    /** It ended and will be started again, now or after a delay. */
    RESTARTING("↻", EventTone.DOUBTFUL, Life.BETWEEN),
    STOPPING("◑", EventTone.DOUBTFUL, Life.ALIVE),
    /** It ended badly, or could not be started, and is not started again. */
    FAILED("✖", EventTone.BAD, Life.SETTLED),
    /** It failed too often in too short a time. */
    GAVE_UP("✖", EventTone.BAD, Life.SETTLED),
    /** Wanted, but something it depends on has failed or was stopped: it waits in vain. */
    BLOCKED("✖", EventTone.BAD, Life.SETTLED),
    /** It does not react even to SIGKILL. */
    STUCK("✖", EventTone.BAD, Life.UNDEAD),
    /** It ended well and is not started again. */
    COMPLETED("✔", EventTone.NEUTRAL, Life.SETTLED),
    /** Somebody stopped it. */
    STOPPED("○", EventTone.NEUTRAL, Life.SETTLED),
    /** Not started with its project; somebody may start it. */
    DISABLED("○", EventTone.NEUTRAL, Life.SETTLED),
    /** A word of a newer daemon that this program does not know. */
    UNKNOWN("?", EventTone.NEUTRAL, Life.BETWEEN);

    /** Whether there is a process of the operating system, and whether something will change. */
    private enum Life {
        ALIVE,
        /** None is there, or nobody knows; something will happen by itself. */
        BETWEEN,
        SETTLED,
        /** It is there, and nothing will happen to it by itself. */
        UNDEAD
    }

    private final String symbol;
    private final EventTone tone;
    private final Life life;

    ProcessState(String symbol, EventTone tone, Life life) {
        this.symbol = symbol;
        this.tone = tone;
        this.life = life;
    }

    /** Such as {@code gave-up}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static ProcessState of(String word) {
        return Arrays.stream(values())
                .filter(state -> state.word().equals(word))
                .findFirst()
                .orElse(UNKNOWN);
    }

    /** One cell wide; it says the state, too, to whom colours say nothing. */
    public String symbol() {
        return symbol;
    }

    /** Whether all is well with one in this state. */
    public EventTone tone() {
        return tone;
    }

    /** Whether there is a process of the operating system behind it. */
    public boolean alive() {
        return life == Life.ALIVE || life == Life.UNDEAD;
    }

    /** Whether it stays as it is until somebody acts. */
    public boolean settled() {
        return life == Life.SETTLED || life == Life.UNDEAD;
    }
}
