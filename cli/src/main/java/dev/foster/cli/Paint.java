package dev.foster.cli;

import dev.foster.control.ProcessState;

/** Colours of a terminal. */
public final class Paint {
    private static final int[] NAMES = {36, 33, 32, 35, 34, 96, 93, 92, 95, 94};
    private static final int RED = 31;
    private static final int GREEN = 32;
    private static final int YELLOW = 33;
    private static final int GREY = 90;

    private final boolean colour;

    public Paint(boolean colour) {
        this.colour = colour;
    }

    /** A text about the process of this number: each has its own colour, while there are some. */
    public String ofProcess(int number, String text) {
        return in(NAMES[Math.floorMod(number, NAMES.length)], text);
    }

    /** A text about a process in this state. */
    public String ofState(ProcessState state, String text) {
        return switch (state.tone()) {
            case GOOD -> in(GREEN, text);
            case DOUBTFUL, ALARM -> in(YELLOW, text);
            case BAD -> in(RED, text);
            case NEUTRAL -> in(GREY, text);
        };
    }

    public String faint(String text) {
        return in(GREY, text);
    }

    private String in(int code, String text) {
        return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
