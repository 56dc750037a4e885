package dev.foster.plugin.protocol.handshake;

import java.util.List;

/**
 * The flags with which a JVM says nothing on standard output that its program did not say. A JVM
 * writes its own warnings there, ahead of the program, and the first of them would be taken for the
 * handshake.
 */
public final class QuietJvm {
    /**
     * To stand after all other flags of the command. A flag that asks for a log itself, such as
     * {@code -XX:+PrintGC}, still gets it: write {@code -Xlog:gc:stderr} instead.
     */
    public static final List<String> FLAGS = List.of("-Xlog:disable", "-Xlog:all=warning:stderr");

    private QuietJvm() {}
}
