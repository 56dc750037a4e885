package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Peer;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A real terminal with a person before it: a tmux server of its own, in it an interactive bash that
 * finds the program as {@code foster}. Everything the terminal was sent is recorded; a test types,
 * and waits for what must appear after it.
 */
final class Window implements AutoCloseable {
    /** Where a server has its socket; all that runs below it inherits this, so it is a mark too. */
    private static final String MARK = "TMUX_TMPDIR";

    private static final int COLUMNS = 100;
    private static final int ROWS = 30;

    private final Path folder;
    private final Path record;
    private int seen;
    private boolean closed;

    private Window(Path folder) {
        this.folder = folder;
        this.record = folder.resolve("record");
    }

    /** Opens one, with the shell in this folder; the test is skipped where there is no tmux. */
    static Window open(Path folder, Map<String, String> environment) {
        Assumptions.assumeTrue(
                Peer.isInstalled("tmux"), "no tmux here: the tests on a real terminal are skipped");
        var window = new Window(folder);
        try {
            window.start(environment);
            return window;
        } catch (IOException failure) {
            window.close();
            throw new UncheckedIOException(failure);
        }
    }

    private void start(Map<String, String> environment) throws IOException {
        Path program = folder.resolve("foster");
        String words =
                CommandLine.of().stream().map(Window::quoted).collect(Collectors.joining(" "));
        Files.writeString(program, "#!/bin/sh\nexec " + words + " \"$@\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Files.createFile(record);

        var command =
                new ArrayList<>(List.of("new-session", "-d", "-x", "" + COLUMNS, "-y", "" + ROWS));
        command.addAll(List.of("-c", folder.toString()));
        command.addAll(
                List.of("env", "PS1=prompt> ", "PATH=" + folder + ":" + System.getenv("PATH")));
        // What a test leaves must not lie among what the person has.
        command.add("FOSTER_STATE_DIR=" + folder.resolve("s"));
        command.add("FOSTER_RUNTIME_DIR=" + folder.resolve("r"));
        environment.forEach((name, value) -> command.add(name + "=" + value));
        command.addAll(List.of("bash", "--norc", "--noprofile"));
        tmux(command);
        tmux(List.of("pipe-pane", "cat >>" + quoted(record.toString())));
        // The first prompt may have been sent before the record began.
        enter("");
        await("prompt> ");
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    /** Types a line. Only what appears from now on is waited for. */
    void enter(String line) {
        seen = recorded().length();
        if (!line.isEmpty()) {
            tmux(List.of("send-keys", "-l", line));
        }
        tmux(List.of("send-keys", "Enter"));
    }

    /** Presses a key by its name in tmux, such as {@code C-c}. */
    void press(String key) {
        seen = recorded().length();
        tmux(List.of("send-keys", key));
    }

    /** Waits until this has appeared since the last thing typed; what was typed is part of it. */
    void await(String text) {
        awaitMatch(Pattern.quote(text));
    }

    void awaitMatch(String regex) {
        Pattern pattern = Pattern.compile(regex);
        try {
            Eventually.until(
                    Program.LIMIT,
                    "the terminal shows " + regex,
                    () -> pattern.matcher(news()).find());
        } catch (AssertionError tooLate) {
            throw new AssertionError(tooLate.getMessage() + "; it shows\n" + screen(), tooLate);
        }
    }

    /** The number that appears behind a word. */
    long awaitNumber(String word) {
        Pattern pattern = Pattern.compile(Pattern.quote(word) + "(\\d+)\r\n");
        awaitMatch(pattern.pattern());
        Matcher matcher = pattern.matcher(news());
        assertThat(matcher.find()).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    /** Asks the shell for the last exit code, which proves that it reads its terminal again. */
    void awaitCode(int code) {
        awaitPrompt();
        enter("echo code-$?");
        await("code-" + code + "\r\n");
    }

    void awaitPrompt() {
        awaitMatch("prompt> $");
    }

    /** What the terminal was sent since the last thing typed, escape sequences and all. */
    String news() {
        return recorded().substring(seen);
    }

    private String recorded() {
        try {
            return Files.readString(record, StandardCharsets.ISO_8859_1);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Types characters as they are, escape sequences too. */
    void type(String text) {
        seen = recorded().length();
        var words = new ArrayList<>(List.of("send-keys", "-H"));
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            words.add(String.format("%02x", each));
        }
        tmux(words);
    }

    /** Waits until the screen shows this now, wherever. */
    void awaitScreen(String... texts) {
        awaitScreen(screen -> Stream.of(texts).allMatch(screen::contains), List.of(texts));
    }

    void awaitScreenWithout(String text) {
        awaitScreen(screen -> !screen.contains(text), "no " + text);
    }

    private void awaitScreen(Predicate<String> condition, Object wanted) {
        boolean shown = Eventually.within(Program.LIMIT, () -> condition.test(screen()));
        assertThat(shown).as("the terminal shows %s; it shows\n%s", wanted, screen()).isTrue();
    }

    void resize(int columns, int rows) {
        tmux(List.of("resize-window", "-x", "" + columns, "-y", "" + rows));
    }

    /** What tmux knows about the terminal, such as {@code alternate_on}. */
    String flag(String name) {
        return tmux(List.of("display-message", "-p", "#{" + name + "}")).strip();
    }

    boolean onAlternateScreen() {
        return flag("alternate_on").equals("1");
    }

    /** The screen with its colours. */
    String colouredScreen() {
        return tmux(List.of("capture-pane", "-e", "-p"));
    }

    String screen() {
        return tmux(List.of("capture-pane", "-p")).stripTrailing();
    }

    /** The program itself, once the shell has started it. */
    long foster() {
        long shell = Long.parseLong(tmux(List.of("display-message", "-p", "#{pane_pid}")).strip());
        Eventually.until(
                Program.LIMIT,
                "the shell has a child",
                () -> ProcTable.children(shell).size() == 1);
        return ProcTable.children(shell).getFirst().pid();
    }

    private String tmux(List<String> words) {
        var command = new ArrayList<>(List.of("tmux", "-L", "foster", "-f", "/dev/null"));
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
            assertThat(process.waitFor(Program.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as("%s: %s", words, said).isZero();
            return said;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupt);
        }
    }

    /** Closes the terminal and checks that whatever ran on it ends, as it must at a hangup. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        tmux(List.of("kill-server"));
        boolean gone = Eventually.within(Program.LIMIT, () -> family().isEmpty());
        List<ProcTable.Entry> left = family();
        left.forEach(entry -> Program.signal("KILL", entry.pid()));
        assertThat(gone).as("outlived its terminal: %s", left).isTrue();
    }

    private List<ProcTable.Entry> family() {
        return ProcTable.withVariable(MARK, folder.toString());
    }
}
