package dev.foster.daemon.log;

/** Is shown what a process says, line by line as it comes, and must not take long. */
public interface LineWatch {

    /** The bytes are valid only during the call. */
    void line(byte[] buffer, int offset, int length);
}
