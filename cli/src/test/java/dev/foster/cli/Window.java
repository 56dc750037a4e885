package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Peer;
import dev.foster.testkit.ProcTable;
import dev.foster.testkit.TerminalWindow;

import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    private static final int COLUMNS = 100;
    private static final int ROWS = 30;

    private final TerminalWindow terminal;
    private final Path record;
    private int seen;

    private Window(TerminalWindow terminal, Path record) {
        this.terminal = terminal;
        this.record = record;
    }

    /** Opens one, with the shell in this folder; the test is skipped where there is no tmux. */
    static Window open(Path folder, Map<String, String> environment) {
        Assumptions.assumeTrue(
                Peer.isInstalled("tmux"), "no tmux here: the tests on a real terminal are skipped");
        try {
            return start(folder, variables(folder, environment));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Window start(Path folder, Map<String, String> variables) throws IOException {
        Path program = folder.resolve("foster");
        String words =
                CommandLine.of().stream().map(Window::quoted).collect(Collectors.joining(" "));
        Files.writeString(program, "#!/bin/sh\nexec " + words + " \"$@\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Path record = Files.createFile(folder.resolve("record"));
        var terminal = TerminalWindow.open(folder, COLUMNS, ROWS, variables);
        var window = new Window(terminal, record);
        terminal.record(record);
        // The first prompt was sent before the record began.
        window.enter("");
        window.await("prompt> ");
        return window;
    }

    private static Map<String, String> variables(Path folder, Map<String, String> wanted) {
        var all = new HashMap<String, String>();
        all.put("PATH", folder + ":" + System.getenv("PATH"));
        // What a test leaves must not lie among what the person has.
        all.put("FOSTER_STATE_DIR", folder.resolve("s").toString());
        all.put("FOSTER_RUNTIME_DIR", folder.resolve("r").toString());
        all.putAll(wanted);
        return all;
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    /** Types a line. Only what appears from now on is waited for. */
    void enter(String line) {
        seen = recorded().length();
        terminal.enter(line);
    }

    /**
     * Presses a key by its name in tmux, such as {@code C-c}. After {@code Escape} a test waits for
     * what the key does: only silence tells it from the beginning of another one, and how much of
     * that there is between two keys is up to the machine.
     */
    void press(String key) {
        seen = recorded().length();
        terminal.press(key);
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
        terminal.send(text);
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
        terminal.resize(columns, rows);
    }

    /** What tmux knows about the terminal, such as {@code alternate_on}. */
    String flag(String name) {
        return terminal.fact(name);
    }

    /** Waits until keys are for this program: a shell echoes a command before it begins. */
    void awaitForeground(String program) {
        Eventually.until(
                Program.LIMIT,
                program + " has the terminal",
                () -> flag("pane_current_command").equals(program));
    }

    boolean onAlternateScreen() {
        return flag("alternate_on").equals("1");
    }

    /** The screen with its colours. */
    String colouredScreen() {
        return terminal.colours();
    }

    String screen() {
        return terminal.screen();
    }

    /** The program itself, once the shell has started it. */
    long foster() {
        long shell = terminal.shell();
        Eventually.until(
                Program.LIMIT,
                "the shell has a child",
                () -> ProcTable.children(shell).size() == 1);
        return ProcTable.children(shell).getFirst().pid();
    }

    /** Closes the terminal and checks that whatever ran on it ends, as it must at a hangup. */
    @Override
    public void close() {
        terminal.close();
    }
}
