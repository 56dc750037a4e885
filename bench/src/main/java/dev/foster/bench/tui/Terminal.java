package dev.foster.bench.tui;

import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Workshop;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A real terminal, large, with one program on it: a tmux server of its own. It is spoken with
 * through one client that stays, as a process for each look would be a load itself.
 */
final class Terminal implements AutoCloseable {
    static final int COLUMNS = 200;
    static final int ROWS = 50;

    private final Workshop workshop;
    private final Path place;
    private final Map<String, String> environment;
    private final Process client;
    private final BufferedReader answers;
    private final BufferedWriter questions;

    /** Opens it in a folder, and starts the program. */
    Terminal(Workshop workshop, Path place, Map<String, String> told, List<String> program)
            throws TrialFailed {
        this.workshop = workshop;
        this.place = place;
        var all = new HashMap<>(told);
        // The server's socket is in the folder; a server around the benchmark is another.
        all.put("TMUX_TMPDIR", place.toString());
        all.put("TMUX", "");
        all.put("COLORTERM", "truecolor");
        all.put("TERM", "xterm-256color");
        environment = Map.copyOf(all);
        var open = tmux("new-session", "-d", "-x", "" + COLUMNS, "-y", "" + ROWS);
        // A child of the server gets the terminal's name from it.
        open.addAll(List.of("env", "TMUX=", "TERM=tmux-256color", "COLORTERM=truecolor"));
        open.addAll(program);
        workshop.call(open, environment, place);
        workshop.call(tmux("set-option", "-g", "status", "off"), environment, place);
        client =
                workshop.converse(
                        tmux("-C", "attach-session", "-f", "no-output,ignore-size"),
                        environment,
                        place);
        answers = client.inputReader(StandardCharsets.UTF_8);
        questions = client.outputWriter(StandardCharsets.UTF_8);
        // The answer to the attaching itself.
        answer();
    }

    private static List<String> tmux(String... words) {
        var command = new ArrayList<>(List.of("tmux", "-u", "-L", "bench", "-f", "/dev/null"));
        command.addAll(List.of(words));
        return command;
    }

    /** From now on all that the program writes goes to a file, too. */
    Path record() throws TrialFailed {
        Path record = place.resolve("record");
        try {
            Files.deleteIfExists(record);
            Files.createFile(record);
        } catch (IOException failure) {
            throw new TrialFailed("its output cannot be recorded: " + failure.getMessage());
        }
        ask("pipe-pane \"exec cat >>'" + record + "'\"");
        return record;
    }

    void stopRecording() throws TrialFailed {
        ask("pipe-pane");
    }

    /** Presses a key by its name in tmux. */
    void press(String key) throws TrialFailed {
        ask("send-keys " + key);
    }

    /** What it shows, a line for each row. */
    String text() throws TrialFailed {
        return ask("capture-pane -p");
    }

    /** The same with the sequences for colours and the like. */
    String styled() throws TrialFailed {
        return ask("capture-pane -e -p");
    }

    /** The process that was started on it. */
    long pid() throws TrialFailed {
        return Long.parseLong(ask("display-message -p '#{pane_pid}'").strip());
    }

    void await(Duration limit, String what, Predicate<String> wanted) throws TrialFailed {
        long end = System.nanoTime() + limit.toNanos();
        for (String shown = text(); !wanted.test(shown); shown = text()) {
            if (System.nanoTime() - end > 0) {
                throw new TrialFailed(
                        "the screen shows no "
                                + what
                                + ", but: "
                                + shown.strip().lines().limit(3).toList());
            }
            Pause.of(Duration.ofMillis(50));
        }
    }

    private String ask(String command) throws TrialFailed {
        try {
            questions.write(command + "\n");
            questions.flush();
            return answer();
        } catch (IOException failure) {
            throw new TrialFailed("the terminal is gone: " + failure.getMessage());
        }
    }

    /** What stands between the marks of an answer; news between answers are left out. */
    private String answer() throws TrialFailed {
        var text = new StringBuilder();
        boolean inside = false;
        try {
            for (String line = answers.readLine(); line != null; line = answers.readLine()) {
                if (line.startsWith("%begin ")) {
                    inside = true;
                } else if (inside && line.startsWith("%end ")) {
                    return text.toString();
                } else if (inside && line.startsWith("%error ")) {
                    throw new TrialFailed("the terminal refuses: " + text.toString().strip());
                } else if (inside) {
                    text.append(line).append('\n');
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        throw new TrialFailed("the terminal is gone; the program on it has ended");
    }

    /** Closes it; what was on it gets a hangup. */
    @Override
    public void close() {
        client.destroy();
        try {
            workshop.call(tmux("kill-server"), environment, place);
        } catch (TrialFailed goneAlready) {
            System.err.println("the terminal: " + goneAlready.why());
        }
    }
}
