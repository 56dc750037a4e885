package dev.foster.cli.up;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/**
 * Prints the lines of many processes, each with its time and its name, in a colour of its own on a
 * terminal.
 */
final class Screen {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());
    private static final int[] COLOURS = {36, 33, 32, 35, 34, 96, 93, 92, 95, 94};

    private final PrintStream out;
    private final boolean colour;
    private final int width;

    Screen(PrintStream out, boolean colour, int width) {
        this.out = out;
        this.colour = colour;
        this.width = width;
    }

    /**
     * Says one line for a process; whole lines only, however many threads call. False when nobody
     * reads any more.
     */
    boolean say(int number, String name, Instant at, String text) {
        String head =
                TIME.format(at)
                        + " "
                        + name
                        + " ".repeat(Math.max(0, width - name.length()))
                        + " | ";
        String painted =
                colour
                        ? "\u001b[" + COLOURS[number % COLOURS.length] + "m" + head + "\u001b[0m"
                        : head;
        byte[] line = (painted + text + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (out) {
            out.write(line, 0, line.length);
            return !out.checkError();
        }
    }
}
