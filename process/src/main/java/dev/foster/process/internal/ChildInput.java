package dev.foster.process.internal;

import java.io.OutputStream;

/** Our end of a child's standard input. */
public abstract class ChildInput extends OutputStream {

    public abstract boolean isOpen();

    /** Ends the input. Never blocks, also when another thread is stuck writing. */
    @Override
    public abstract void close();
}
