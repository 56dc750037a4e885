package dev.foster.tui.terminal;

import dev.foster.tui.frame.Frame;
import dev.foster.tui.frame.Size;
import dev.foster.tui.keys.Input;

/** A terminal in full-screen mode. Closing it gives the terminal back as it was. */
public interface Screen extends AutoCloseable {

    /** What it tells; called by threads of its own, one call at a time. */
    interface Listener {
        void typed(Input input);

        void resized(Size size);

        /** The terminal is gone, or whoever started this program is: nobody looks any more. */
        void gone();
    }

    Size size();

    /**
     * Shows a frame, soon. Returns at once: a terminal that is slow is shown the newest frame when
     * it is ready for one, and not those in between.
     */
    void show(Frame frame);

    /** Whether an earlier frame still waits for the terminal. */
    boolean busy();

    /** Paints everything anew with the next frame. */
    void repaint();

    /** Gives a text to the clipboard of the terminal, if that has one. */
    void copy(String text);

    /**
     * Gives the terminal back and stops this program until the shell lets it go on; returns when it
     * has the terminal again.
     */
    void suspend();

    @Override
    void close();
}
