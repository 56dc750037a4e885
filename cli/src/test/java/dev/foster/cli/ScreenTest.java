package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ControlClient;
import dev.foster.control.ProjectPaths;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The screen as a person meets it: how it opens, how it is left, and what it leaves behind. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ScreenTest {
    @TempDir Path folder;

    @BeforeEach
    void writeProject() throws IOException {
        Files.writeString(
                folder.resolve("foster.yaml"),
                """
                name: demo
                processes:
                  api: {command: "echo api is there; exec sleep 1000"}
                  web: {command: "while read line; do echo heard $line; done", stdin: pipe}
                """);
    }

    private Window open() {
        return Window.open(folder, Map.of("NO_COLOR", ""));
    }

    private ControlClient client() {
        return new ControlClient(
                ProjectPaths.of(
                        folder,
                        Map.of("FOSTER_STATE_DIR", state(), "FOSTER_RUNTIME_DIR", runtime())),
                "test");
    }

    /** The terminal is as a shell wants it. */
    private static void assertGivenBack(Window window) {
        window.awaitPrompt();
        assertThat(window.flag("alternate_on")).isEqualTo("0");
        assertThat(window.flag("cursor_flag")).isEqualTo("1");
        assertThat(window.flag("mouse_any_flag")).isEqualTo("0");
        window.enter("stty -a");
        window.awaitMatch("[^-]isig.*[^-]icanon");
        window.awaitMatch("[^-]echo ");
        window.awaitPrompt();
    }

    private void up(Window window) {
        window.enter("foster up");
        window.awaitScreen("demo", "api", "web", "running", "api is there");
        assertThat(window.flag("alternate_on")).isEqualTo("1");
    }

    private void assertNothingLeft() {
        assertThat(Eventually.within(Program.LIMIT, () -> children().isEmpty()))
                .as("left: %s", children())
                .isTrue();
    }

    private List<ProcTable.Entry> children() {
        var ours = new ArrayList<>(ProcTable.withVariable("FOSTER_STATE_DIR", state()));
        ours.retainAll(ProcTable.withVariable("FOSTER_PROCESS", "api"));
        return ours;
    }

    private String state() {
        return folder.resolve("s").toString();
    }

    private String runtime() {
        return folder.resolve("r").toString();
    }

    @Test
    void upOpensItAndQuittingAsksWhatBecomesOfTheRest() {
        try (Window window = open()) {
            up(window);
            window.press("q");
            window.awaitScreen("Stop everything that foster up has started?");
            window.press("Escape");
            window.awaitScreenWithout("Stop everything");
            window.press("q");
            window.awaitScreen("Stop everything");
            window.press("y");
            window.awaitCode(0);
            assertGivenBack(window);
            window.enter("foster ps");
            window.await("no foster is running");
        }
    }

    @Test
    void whatIsLeftRunningIsSeenAgainBySeveralAtOnce() throws IOException {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        try (Window window = open()) {
            up(window);
            window.press("q");
            window.awaitScreen("leave it running");
            window.press("l");
            window.await("goes on in the background");
            assertGivenBack(window);
            window.enter("foster attach web");
            window.awaitScreen("web", "running");
            try (Window other =
                    Window.open(
                            elsewhere,
                            Map.of("FOSTER_STATE_DIR", state(), "FOSTER_RUNTIME_DIR", runtime()))) {
                other.enter("foster attach");
                other.awaitScreen("api is there", "web");
                other.press("q");
                assertGivenBack(other);
            }
            window.press("q");
            window.awaitCode(0);
            window.enter("foster attach");
            window.awaitScreen("api is there");
            client().down();
            window.await("the project was brought down");
            assertGivenBack(window);
        }
    }

    @Test
    void whereTheApiIsStandsOnTheTerminalOnceWhenTheScreenIsLeft() {
        try (Window window = open()) {
            window.enter("foster up --port 0");
            window.awaitScreen("api is there");
            window.press("q");
            window.awaitScreen("leave it running");
            window.press("l");
            window.await("goes on in the background");
            window.awaitPrompt();
            assertThat(window.screen().split("the API is at http://127.0.0.1:", -1)).hasSize(2);
            window.enter("foster down");
            window.await("stopped");
            window.awaitPrompt();
        }
    }

    @Test
    void aDaemonThatIsKilledTakesNothingOfTheTerminalWithItAndThePersonIsTold() {
        try (Window window = open()) {
            up(window);
            Program.signal("KILL", client().project().pid());
            window.await("the foster that ran the project was killed by SIGKILL");
            window.awaitCode(137);
            assertGivenBack(window);
            assertNothingLeft();
        }
    }

    @Test
    void aScreenThatIsKilledGivesTheTerminalBackAndEndsWhatItStarted() {
        try (Window window = open()) {
            up(window);
            long daemon = client().project().pid();
            Program.signal("KILL", window.foster());
            window.await("Killed");
            // The shell's prompt may have come before the terminal was given back.
            Eventually.until(
                    Program.LIMIT, "the screen is gone", () -> !window.onAlternateScreen());
            window.enter("");
            assertGivenBack(window);
            Eventually.until(Program.LIMIT, "the daemon ends", () -> !ProcTable.running(daemon));
            assertNothingLeft();
        }
    }

    @Test
    void aScreenThatIsTerminatedEndsInOrder() {
        try (Window window = open()) {
            up(window);
            Program.signal("TERM", window.foster());
            window.await("stopping, the screen that started it is gone");
            window.awaitCode(0);
            assertGivenBack(window);
            assertNothingLeft();
        }
    }

    @Test
    void interruptStopsEverythingAndASecondOneKillsIt() throws IOException {
        Files.writeString(
                folder.resolve("foster.yaml"),
                """
                name: demo
                processes:
                  api: {command: "trap '' TERM; echo api is there; while :; do sleep 1; done", stop: {grace: 600s}}
                  web: {command: [sleep, "1000"]}
                """);
        try (Window window = open()) {
            up(window);
            window.press("C-c");
            window.awaitScreen("stopping");
            window.press("C-c");
            window.awaitCode(0);
            assertGivenBack(window);
            assertNothingLeft();
        }
    }

    @Test
    void twoInterruptsInTheFirstSecondLeaveNothing() {
        try (Window window = open()) {
            for (BooleanSupplier moment : moments(window)) {
                window.enter("foster up");
                window.foster();
                Eventually.until(Program.LIMIT, "it is the moment", moment);
                window.press("C-c");
                window.press("C-c");
                window.awaitPrompt();
                // The second one may have reached the shell, which then forgets what is typed.
                window.enter("");
                assertGivenBack(window);
                assertNothingLeft();
            }
        }
    }

    /** When it has just begun, when the daemon has, and when the screen has. */
    private static List<BooleanSupplier> moments(Window window) {
        return List.of(
                () -> true,
                () -> !ProcTable.children(window.foster()).isEmpty(),
                window::onAlternateScreen);
    }

    @Test
    void theShellGetsTheTerminalWhileItIsSuspended() {
        try (Window window = open()) {
            up(window);
            window.press("C-z");
            window.await("Stopped");
            assertGivenBack(window);
            window.resize(90, 20);
            window.enter("fg");
            window.awaitScreen("api is there", "running");
            assertThat(window.flag("alternate_on")).isEqualTo("1");
            window.press("C-c");
            window.awaitCode(0);
        }
    }

    @Test
    void aTerminalThatCannotHaveAScreenGetsLines() {
        try (Window window = open()) {
            window.enter("TERM=dumb foster up");
            window.awaitMatch("api \\| .*api is there");
            assertThat(window.flag("alternate_on")).isEqualTo("0");
            window.press("C-c");
            window.awaitCode(0);
        }
    }

    @Test
    void aProjectThatIsNotRunningIsToldBeforeAnythingIsDrawn() {
        try (Window window = open()) {
            window.enter("foster attach");
            window.await("no foster is running");
            window.awaitCode(3);
            window.enter("foster attach a b");
            window.await("cannot open the screen on several processes");
            window.awaitCode(2);
        }
    }

    @Test
    void aFaultyFileIsToldAndNoScreenOpens() throws IOException {
        Files.writeString(folder.resolve("foster.yaml"), "processes: {a: {comand: x}}\n");
        try (Window window = open()) {
            window.enter("foster up");
            window.await("comand");
            window.awaitCode(2);
            assertThat(window.news()).doesNotContain("\u001b[?1049h");
        }
    }
}
