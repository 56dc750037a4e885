package dev.foster.tui.terminal;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Gives the terminal back when this program cannot: a shell in a session of its own that waits for
 * the end of a pipe which only we hold open. That comes also when we are killed.
 */
final class Keeper implements AutoCloseable {
    // The shell we were started by sets the terminal up for itself when it sees us end, if it is
    // one of those that do. It gets the time for that; what it has done then stays.
    private static final String SCRIPT =
            """
            trap '' HUP INT QUIT TERM TSTP TTIN TTOU PIPE
            saved=
            while read -r word one two; do
                case $word in
                    hold) saved=$one raw=$two ;;
                    rest) saved= ;;
                esac
            done
            [ -n "$saved" ] || exit 0
            printf '%b' "$1"
            sleep 0.1
            exec <&1
            if [ "$(stty -g)" = "$raw" ]; then stty "$saved"; fi
            """;

    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final Process process;
    private final OutputStream pipe;

    private Keeper(Process process) {
        this.process = process;
        this.pipe = process.getOutputStream();
    }

    /** Starts it; it does nothing yet. */
    static Keeper start() throws IOException {
        var command = new ArrayList<String>();
        // In another session no key and no shell reaches it, and the terminal asks it for no leave.
        Terminals.find("setsid").ifPresent(setsid -> command.add(setsid.toString()));
        command.addAll(List.of("/bin/sh", "-c", SCRIPT, "sh", written(TerminalCodes.giveBack())));
        var builder = new ProcessBuilder(command).directory(new File("/"));
        builder.redirectOutput(Modes.TERMINAL).redirectError(ProcessBuilder.Redirect.DISCARD);
        return new Keeper(builder.start());
    }

    /** As printf reads it: whoever lists the processes must not have it done to their terminal. */
    private static String written(String codes) {
        return codes.replace("\\", "\\\\").replace("\033", "\\033");
    }

    /** From now on it gives the terminal back when we end. */
    void hold(Modes modes) {
        tell("hold " + modes.saved() + " " + modes.raw());
    }

    /** From now on it does nothing when we end. */
    void rest() {
        tell("rest");
    }

    private void tell(String line) {
        try {
            pipe.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            pipe.flush();
        } catch (IOException ended) {
            // Somebody has killed it. Then we have to do without.
        }
    }

    /** Ends it; unless it rests, it gives the terminal back, as soon as that takes something. */
    @Override
    public void close() {
        try {
            pipe.close();
            var _ = process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException ended) {
            // As above.
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }
}
