package dev.foster.tui.terminal;

import dev.foster.tui.frame.Size;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How the terminal treats what is typed and written, through {@code stty}.
 *
 * @param saved as it was
 * @param raw as it is for us: every byte at once, no echo, no signals, nothing changed on its way
 */
record Modes(String saved, String raw, Size size) {
    static final File TERMINAL = new File("/dev/tty");

    private static final Size USUAL = new Size(80, 24);
    private static final int MOST_CELLS = 2000;
    private static final String SET_RAW = "stty raw -echo && stty -g && stty size";

    // Our shell may have taken the terminal away from us, and then set it up for itself.
    private static final String GIVE_BACK =
            """
            trap '' TTOU
            if [ "$3" = always ] || [ "$(stty -g)" = "$2" ]; then stty "$1"; fi
            """;

    /** Takes the terminal over. */
    static Modes take() throws IOException, InterruptedException {
        List<String> lines = lines(run("stty -g && " + SET_RAW), 3);
        return new Modes(lines.get(0), lines.get(1), size(lines.get(2)));
    }

    /** Takes it over again, after it was given back for a while. */
    Modes again() throws IOException, InterruptedException {
        List<String> lines = lines(run(SET_RAW), 2);
        return new Modes(saved, lines.get(0), size(lines.get(1)));
    }

    /** The same in a terminal that may have another size by now. */
    Modes measured() throws IOException, InterruptedException {
        return new Modes(saved, raw, size(lines(run("stty size"), 1).getFirst()));
    }

    /**
     * Gives the terminal back as it was; true when that was done in time.
     *
     * @param always also when somebody else has changed it meanwhile
     */
    boolean giveBack(boolean always, Duration limit) throws InterruptedException {
        Process process;
        try {
            process = start(GIVE_BACK, saved, raw, always ? "always" : "ours");
        } catch (IOException noShell) {
            return false;
        }
        try {
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            return ended && process.exitValue() == 0;
        } finally {
            process.destroyForcibly();
        }
    }

    private static String run(String script) throws IOException, InterruptedException {
        // No limit: in the background this waits, stopped, until it is fetched to the foreground.
        Process process = start(script);
        try {
            String said =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException(said.strip());
            }
            return said;
        } finally {
            process.destroyForcibly();
        }
    }

    private static Process start(String script, String... words) throws IOException {
        var command = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
        command.addAll(List.of(words));
        return new ProcessBuilder(command)
                .redirectInput(TERMINAL)
                .redirectErrorStream(true)
                .start();
    }

    private static List<String> lines(String said, int count) throws IOException {
        List<String> lines = said.lines().map(String::strip).toList();
        if (lines.size() != count) {
            throw new IOException("stty said: " + said.strip());
        }
        return lines;
    }

    /** Rows and columns; a terminal that does not know them is taken for a usual one. */
    private static Size size(String said) {
        int space = said.indexOf(' ');
        try {
            int height = Integer.parseInt(said.substring(0, Math.max(0, space)));
            int width = Integer.parseInt(said.substring(space + 1));
            boolean known = width > 0 && height > 0;
            return known
                    ? new Size(Math.min(width, MOST_CELLS), Math.min(height, MOST_CELLS))
                    : USUAL;
        } catch (NumberFormatException unknown) {
            return USUAL;
        }
    }
}
