package dev.foster.cli.up;

import dev.foster.daemon.Daemon;
import dev.foster.daemon.EndRule;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

/**
 * A pipe from the screen to the daemon it started. While the screen lives it is open; when it is
 * killed the kernel closes it, and the daemon stops what it runs and ends. A person who leaves the
 * screen and wants the rest to go on has one byte sent first.
 */
final class Lifeline {
    static final String PROPERTY = "foster.lifeline";
    private static final int GO_ON = '+';

    private Lifeline() {}

    /** Whether this program is a daemon with one. */
    static boolean isHeld() {
        return Boolean.getBoolean(PROPERTY);
    }

    /** The daemon's end. */
    static void watch(InputStream line, Daemon daemon) {
        Thread.ofPlatform().daemon().name("foster-lifeline").start(() -> await(line, daemon));
    }

    private static void await(InputStream line, Daemon daemon) {
        int read;
        try {
            read = line.read();
        } catch (IOException broken) {
            read = -1;
        }
        if (read != GO_ON) {
            daemon.endNow(new EndRule.End(0, "the screen that started it is gone"));
        }
    }

    /** The screen's end: lets the daemon go on alone. */
    static Optional<String> release(OutputStream line) {
        try {
            line.write(GO_ON);
            line.flush();
            return Optional.empty();
        } catch (IOException gone) {
            return Optional.of(String.valueOf(gone.getMessage()));
        }
    }
}
