package dev.foster.tui;

/** How a person left the screen. */
public enum ScreenExit {
    /** Everything goes on. */
    LEFT,
    /** The daemon has ended in order. */
    ENDED,
    /** The daemon is gone without a farewell, and has not come back. */
    LOST,
    /** The terminal is gone, or the program was asked to end by a signal. */
    HUNG_UP
}
