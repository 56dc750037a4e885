package dev.foster.tui.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Peer;
import dev.foster.testkit.ProcTable;
import dev.foster.testkit.TerminalWindow;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class TtyTest {
    private static final Pattern PID = Pattern.compile("hello from (\\d+)\\.");
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir Path folder;
    private TerminalWindow window;

    @BeforeEach
    void open() throws IOException {
        Assumptions.assumeTrue(
                Peer.isInstalled("tmux"), "no tmux here: the tests on a real terminal are skipped");
        Path program = folder.resolve("screen");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Files.writeString(
                program,
                String.join(
                        " ",
                        "#!/bin/sh\nexec",
                        java,
                        "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto",
                        "-Dstdout.encoding=UTF-8 -cp",
                        "'" + System.getProperty("java.class.path") + "'",
                        ScreenProgram.class.getName() + "\n"));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        window = TerminalWindow.open(folder, 80, 24, Map.of());
        window.enter("echo something to come back to");
        window.await("\nsomething to come back to");
    }

    @AfterEach
    void close() {
        if (window != null) {
            window.close();
        }
    }

    /** Starts the program; the result is its process. */
    private long start(String line) {
        window.enter(line);
        // The whole of it: the last cell is painted last.
        window.await("is painted", screen -> PID.matcher(screen).find() && screen.endsWith("#"));
        window.awaitFact("alternate_on", "1");
        Matcher pid = PID.matcher(window.screen());
        assertThat(pid.find()).isTrue();
        return Long.parseLong(pid.group(1));
    }

    private long start() {
        return start("./screen");
    }

    /** The terminal is as it was before the program. */
    private void assertRestored() {
        // What is typed before the terminal has changed hands is for nobody.
        Eventually.until(LIMIT, "nothing but the shell is left", this::onlyShells);
        window.awaitFact("alternate_on", "0");
        window.awaitFact("mouse_any_flag", "0");
        window.awaitFact("cursor_flag", "1");
        window.awaitFact("wrap_flag", "1");
        assertThat(window.screen()).contains("something to come back to").doesNotContain("╭");
        window.enter("");
        window.awaitPrompt();
        window.enter(
                "clear; stty -a | tr ' ;' '\\n\\n' | grep -xE '.?(icanon|echo|isig|icrnl|opost)'");
        List<String> modes = List.of("icanon", "echo", "isig", "icrnl", "opost");
        window.await("has its modes", screen -> screen.lines().toList().containsAll(modes));
    }

    private boolean onlyShells() {
        long session = window.shell();
        return window.processes().stream()
                .filter(entry -> !entry.name().startsWith("tmux"))
                .allMatch(
                        entry ->
                                entry.session() == session
                                        && List.of("bash", "sh", "dash").contains(entry.name()));
    }

    @Test
    void aPersonSeesTheFrameAndTheProgramHearsThePerson() {
        start();
        assertThat(window.fact("cursor_flag")).isEqualTo("0");
        assertThat(window.fact("wrap_flag")).isEqualTo("0");
        assertThat(window.screen()).startsWith("╭─ screen ─").endsWith("─#");

        window.press("a", "F5", "C-Left", "M-x", "PageDown", "BTab", "C-c", "C-s", "Enter");
        window.await("[Enter]");
        assertThat(window.screen())
                .contains("[a]", "[F5]", "[Ctrl-Left]", "[Alt-x]", "[PageDown]", "[Shift-Tab]")
                .contains("[Ctrl-c]", "[Ctrl-s]");
        window.press("Escape");
        window.await("[Esc]");
        window.type("ü日");
        window.await("[日]");

        window.press("q");
        window.await("bye");
        assertRestored();
    }

    @Test
    void theMouseAndPastedTextAreHeard() {
        start();
        assertThat(window.fact("mouse_standard_flag")).isEqualTo("1");
        assertThat(window.fact("mouse_sgr_flag")).isEqualTo("1");

        window.send("\033[<0;10;5M\033[<0;10;5m");
        window.await("[click 9 4]");
        window.send("\033[<65;3;4M");
        window.await("[wheel 2 3 3]");
        window.paste("one q\ntwo");
        window.await("[paste one q/two]");
        assertThat(window.screen()).doesNotContain("[q]");
        window.press("q");
        window.await("bye");
    }

    @Test
    void whoWantsTheMouseForTheTerminalKeepsIt() {
        start("FOSTER_MOUSE=off ./screen");

        assertThat(window.fact("mouse_any_flag")).isEqualTo("0");
    }

    @Test
    void wideCharactersStayInTheirPlaces() {
        start();

        assertThat(window.screen()).contains("│ 日本|").contains("|end");
        for (String line : window.screen().lines().toList()) {
            assertThat(line)
                    .endsWith(line.startsWith("╭") ? "╮" : line.startsWith("╰") ? "#" : "│");
        }
    }

    @Test
    void anotherSizeIsToldAndPainted() {
        start();
        window.resize(60, 20);

        window.await("[resized 60x20]");
        window.await(
                "is painted anew", screen -> screen.lines().count() == 20 && screen.endsWith("─#"));
    }

    @ParameterizedTest
    @CsvSource({
        "true, 38;2;255;135;0",
        "256, 38;5;208",
        "16, 93",
        "none, none",
    })
    void coloursAreThoseTheTerminalHas(String depth, String expected) {
        start("FOSTER_COLOR=" + depth + " ./screen");
        window.await("orange");

        String row =
                window.colours()
                        .lines()
                        .filter(line -> line.contains("orange"))
                        .findFirst()
                        .orElseThrow();
        if (expected.equals("none")) {
            assertThat(row).contains("\033[1morange").contains("\033[7mmarked");
            assertThat(row).doesNotContainPattern("\033\\[3[0-8]");
        } else {
            assertThat(row).containsPattern("\033\\[1m?[;\033\\[]*" + expected + "m");
        }
    }

    @Test
    void textIsGivenToTheClipboard() {
        window.enter("tmux set-option -s set-clipboard on");
        window.awaitPrompt();
        start();
        window.press("C-y");
        window.await("[Ctrl-y]");
        window.press("q");
        window.await("bye");

        window.enter("tmux show-buffer");
        window.await("\ncopied text");
    }

    @Test
    void aProgramThatIsSuspendedGivesTheTerminalBackAndTakesItAgain() {
        start();
        window.press("C-z");
        window.await("Stopped");
        window.awaitFact("alternate_on", "0");
        window.awaitFact("mouse_any_flag", "0");
        assertThat(window.screen()).contains("something to come back to");
        window.enter("stty -a | grep -o ' icanon'");
        window.await("\n icanon");
        window.resize(70, 22);

        window.enter("fg");
        window.await("[resized 70x22]");
        window.awaitFact("alternate_on", "1");
        window.press("b");
        window.await("[b]");
        window.press("C-z");
        window.awaitFact("alternate_on", "0");
        // Only a shell whose job has stopped asks again; what is typed before is for nobody.
        window.awaitPrompt();
        window.enter("fg");
        window.awaitFact("alternate_on", "1");
        window.press("q");
        window.await("bye");
        assertRestored();
    }

    @Test
    void aSuspendedProgramCanBeEnded() {
        long pid = start();
        window.press("C-z");
        window.await("Stopped");
        window.enter("kill %1");

        Eventually.until(LIMIT, "it has ended", () -> !ProcTable.running(pid));
        assertRestored();
    }

    @Test
    void aProgramStoppedFromOutsidePaintsAnewWhenItGoesOn() {
        long pid = start();
        signal("STOP", pid);
        window.await("Stopped");
        // It could not give anything back, so the shell writes on its screen.
        window.enter("fg");
        window.await(
                "is painted anew", screen -> screen.contains("[hello") && !screen.contains("fg"));
        window.press("c");
        window.await("[c]");
        window.press("q");
        assertRestored();
    }

    @Test
    void anExceptionLeavesTheTerminalAsItWas() {
        start();
        window.press("C-e");

        window.await("IllegalStateException: as asked");
        assertRestored();
    }

    @ParameterizedTest
    @CsvSource({"TERM", "INT", "HUP", "KILL"})
    void aSignalLeavesTheTerminalAsItWas(String signal) {
        long pid = start();
        signal(signal, pid);

        assertRestored();
    }

    @Test
    void alsoAShellThatDoesNothingForItsTerminalGetsItBack() {
        window.enter("sh");
        window.await("shows its prompt", screen -> screen.endsWith("sh\nprompt>"));
        long pid = start();
        signal("KILL", pid);
        assertRestored();
    }

    @Test
    void aProgramWhoseShellIsKilledEndsAndGivesTheTerminalBack() {
        window.enter("bash --norc");
        window.awaitPrompt();
        long pid = start("./screen; true");
        long shell = ProcTable.find(pid).orElseThrow().parent();
        signal("KILL", shell);

        Eventually.until(LIMIT, "it has ended", () -> !ProcTable.running(pid));
        assertRestored();
    }

    @Test
    void whereThereIsNoTerminalItSaysSo() {
        window.enter("./screen </dev/null");
        window.await("no screen: input and output are not both a terminal");
        window.enter("clear; ./screen | cat");
        window.await("shows it again", screen -> screen.startsWith("no screen: input and output"));
        window.enter("TERM=dumb ./screen");
        window.await("no screen: the terminal is a dumb one");
        window.enter("TERM= ./screen");
        window.await("no screen: TERM is not set");
    }

    private static void signal(String name, long pid) {
        try {
            Process kill = new ProcessBuilder("kill", "-s", name, "" + pid).inheritIO().start();
            assertThat(kill.waitFor()).isZero();
        } catch (IOException | InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }
}
