package dev.foster.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A real terminal with a person before it, for programs that use the whole screen: a tmux server of
 * its own, in it an interactive bash. A test types, and waits for what the screen shows then.
 */
public final class TerminalWindow implements AutoCloseable {
    /** Where a server has its socket; all that runs below it inherits this, so it is a mark too. */
    private static final String MARK = "TMUX_TMPDIR";

    private static final String PROMPT = "prompt>";
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Path folder;
    private boolean closed;

    private TerminalWindow(Path folder) {
        this.folder = folder;
    }

    /**
     * Opens one, with the shell at its first prompt. There has to be a tmux: see {@link Peer}.
     *
     * @param folder a short path, where the shell begins and the server has its socket
     * @param environment what the shell has besides our own
     */
    public static TerminalWindow open(
            Path folder, int columns, int rows, Map<String, String> environment) {
        var window = new TerminalWindow(folder);
        var command = new ArrayList<>(List.of("new-session", "-d", "-c", folder.toString()));
        command.addAll(List.of("-x", "" + columns, "-y", "" + rows));
        command.addAll(List.of("env", "PS1=" + PROMPT + " ", "HISTFILE="));
        environment.forEach((name, value) -> command.add(name + "=" + value));
        command.addAll(List.of("bash", "--norc", "--noprofile"));
        window.tmux(command);
        try {
            // Otherwise our own escape key waits for half a second.
            window.tmux(List.of("set-option", "-s", "escape-time", "0"));
            window.awaitPrompt();
        } catch (AssertionError failure) {
            window.close();
            throw failure;
        }
        return window;
    }

    /** From now on everything the terminal is sent is written to a file, too. */
    public void record(Path file) {
        tmux(List.of("pipe-pane", "cat >>'" + file + "'"));
    }

    /** Types a line. */
    public void enter(String line) {
        type(line);
        press("Enter");
    }

    /** Types this text, character by character. */
    public void type(String text) {
        if (!text.isEmpty()) {
            tmux(List.of("send-keys", "-l", text));
        }
    }

    /** Presses keys by their names in tmux, such as {@code C-c}. */
    public void press(String... keys) {
        var command = new ArrayList<>(List.of("send-keys"));
        command.addAll(List.of(keys));
        tmux(command);
    }

    /** Sends bytes as if the terminal did, such as those of a mouse. */
    public void send(String bytes) {
        var command = new ArrayList<>(List.of("send-keys", "-H"));
        HexFormat hex = HexFormat.of();
        for (byte one : bytes.getBytes(StandardCharsets.UTF_8)) {
            command.add(hex.toHexDigits(one));
        }
        tmux(command);
    }

    /** Pastes a text, marked as such when the program has asked for that. */
    public void paste(String text) {
        tmux(List.of("set-buffer", "--", text));
        tmux(List.of("paste-buffer", "-p", "-r"));
    }

    public void resize(int columns, int rows) {
        tmux(List.of("resize-window", "-x", "" + columns, "-y", "" + rows));
    }

    /** What the screen shows. */
    public String screen() {
        return tmux(List.of("capture-pane", "-p")).stripTrailing();
    }

    /** What the screen shows, with the sequences for its colours. */
    public String colours() {
        return tmux(List.of("capture-pane", "-p", "-e")).stripTrailing();
    }

    /** What tmux says about the terminal, such as {@code alternate_on}. */
    public String fact(String name) {
        return tmux(List.of("display-message", "-p", "#{" + name + "}")).strip();
    }

    /** Waits until the screen shows a text. */
    public void await(String text) {
        await("shows " + text, screen -> screen.contains(text));
    }

    /** Waits until what the screen shows is as wanted. */
    public void await(String what, Predicate<String> wanted) {
        if (!Eventually.within(LIMIT, () -> wanted.test(screen()))) {
            throw new AssertionError("the terminal never " + what + "; it shows\n" + screen());
        }
    }

    /** Waits until something is true of the terminal: see {@link #fact}. */
    public void awaitFact(String name, String value) {
        if (!Eventually.within(LIMIT, () -> fact(name).equals(value))) {
            throw new AssertionError(name + " is " + fact(name) + ", never " + value);
        }
    }

    /** Waits until the shell asks for the next line. */
    public void awaitPrompt() {
        await("has a prompt at its end", screen -> screen.endsWith(PROMPT));
    }

    /** The shell. */
    public long shell() {
        return Long.parseLong(fact("pane_pid"));
    }

    private String tmux(List<String> words) {
        var command = new ArrayList<>(List.of("tmux", "-u", "-L", "foster", "-f", "/dev/null"));
        command.addAll(words);
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        // The server's socket lies in our folder, so nobody else's server has this name; and one
        // around the tests must not be mistaken for it.
        builder.environment().put(MARK, folder.toString());
        builder.environment().remove("TMUX");
        try {
            Process process = builder.start();
            String said =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new AssertionError(words + ": " + said);
            }
            return said;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupt);
        }
    }

    /** The processes on this terminal, the shell among them, and those that left it. */
    public List<ProcTable.Entry> processes() {
        return ProcTable.withVariable(MARK, folder.toString());
    }

    /** Closes the terminal; whatever ran on it has to end then. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        tmux(List.of("kill-server"));
        boolean gone = Eventually.within(LIMIT, () -> processes().isEmpty());
        List<ProcTable.Entry> left = processes();
        left.forEach(
                entry -> ProcessHandle.of(entry.pid()).ifPresent(ProcessHandle::destroyForcibly));
        if (!gone) {
            throw new AssertionError("outlived its terminal: " + left);
        }
    }
}
