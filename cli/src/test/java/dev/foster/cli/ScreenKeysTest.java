package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The pages of the screen and their keys, on a real terminal with real processes. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ScreenKeysTest {
    @TempDir Path folder;
    private Window window;

    @BeforeEach
    void open() throws IOException {
        Files.writeString(
                folder.resolve("foster.yaml"),
                """
                name: demo
                bus: embedded
                processes:
                  alpha: {command: "for i in $(seq 300); do echo line $i; done; exec sleep 1000"}
                  beta: {command: "printf 'up\\\\033[5;5Hthere \\\\033[31mred\\\\033[0m\\\\n'; echo oops >&2; exec sleep 1000"}
                  gamma: {command: "while read line; do echo heard $line; done", stdin: pipe}
                  delta: {command: "exit 3", restart: {policy: no}}
                """);
        window = Window.open(folder, Map.of("NO_COLOR", ""));
        window.enter("foster up");
        window.awaitScreen("alpha", "line 300", "beta", "gamma", "delta", "failed");
    }

    @AfterEach
    void close() {
        try {
            window.press("C-c");
            window.awaitPrompt();
        } finally {
            window.close();
        }
    }

    @Test
    void theOverviewStartsStopsAndRestarts() {
        window.press("x");
        window.awaitScreen("Stop alpha?");
        window.press("y");
        window.awaitScreen("stopped");
        window.press("s");
        window.awaitScreenWithout("stopped");
        window.press("Down");
        window.press("r");
        window.awaitScreen("Restart beta?");
        window.press("y");
        window.awaitScreen("restarting beta");
        window.press("X");
        window.awaitScreen("Kill beta?");
        window.press("n");
        window.press("Space");
        window.press("Space");
        window.press("x");
        window.awaitScreen("Stop these 2 processes?");
        window.press("Escape");
        window.awaitScreenWithout("Stop these 2 processes?");
        window.press("/");
        window.type("gam");
        window.awaitScreenWithout("delta");
        window.press("Enter");
        window.press("Escape");
        window.awaitScreen("delta");
    }

    @Test
    void oneProcessIsReadSearchedAndFiltered() {
        window.press("Enter");
        window.awaitScreen("line 300", "line 299");
        window.press("g");
        window.awaitScreen(" line 1 ");
        window.press("G");
        window.awaitScreen("line 300");
        window.press("/");
        window.type("LINE 17\r");
        window.awaitScreen("line 179");
        window.press("N");
        window.awaitScreen("line 178");
        window.press("&");
        window.type("25\r");
        window.awaitScreen("line 125", "line 225");
        window.awaitScreenWithout("line 226");
        window.press("Escape");
        window.awaitScreen("line 299", "line 300");
        window.press("f");
        window.press("t");
        window.awaitScreen(":");
        window.press("w");
        window.press("i");
        window.press("Escape");
        window.awaitScreen("delta");
    }

    @Test
    void panelsShowAllSideBySide() {
        window.press("p");
        window.awaitScreen("line 300", "oops", "red", "delta");
        window.press("2");
        window.press("z");
        window.awaitScreen("oops");
        window.awaitScreenWithout("line 300");
        window.press("z");
        window.awaitScreen("line 300");
        window.press("Enter");
        window.awaitScreenWithout("line 300");
        window.awaitScreen("oops");
    }

    @Test
    void whatAChildWritesStaysInItsPlaceAndKeepsItsColours() {
        window.press("p");
        // Both are seen on the panels alone: the overview shows one line of each.
        window.awaitScreen("upthere red", "oops");
        assertThat(window.colouredScreen()).containsPattern("\u001b\\[[0-9;]*31m[^\n]*red");
    }

    @Test
    void linesAreSentAndCommandsRunByTheirNames() {
        window.press("Down");
        window.press("Down");
        window.press(">");
        window.type("hello there\r");
        window.awaitScreen("heard hello there");
        window.press(":");
        window.type("sto");
        window.awaitScreen("stop");
        window.type("p gamma\r");
        window.awaitScreen("Stop gamma?");
        window.press("y");
        window.awaitScreen("stopping gamma");
        window.press(":");
        window.type("nonsense\r");
        window.awaitScreen("there is no command nonsense");
    }

    @Test
    void eventsChatAndHelpHaveTheirPages() {
        window.press("e");
        window.awaitScreen("delta", "exit 3");
        window.press("c");
        window.type("!nobody\r");
        window.awaitScreen("!nobody", "foster");
        window.press("Escape");
        window.awaitScreenWithout("!nobody");
        window.press("?");
        window.awaitScreen("stop the selected processes");
        window.press("Escape");
        window.awaitScreenWithout("stop the selected processes");
        window.press("Tab");
        window.awaitScreen("line 300", "oops");
    }

    @Test
    void theMouseSelectsOpensAndScrolls() {
        int row = rowOf("beta");
        click(10, row);
        click(10, row);
        window.awaitScreen("Esc back", "oops", "upthere");
        window.awaitScreenWithout("line 300");
        window.press("Escape");
        window.awaitScreen("↵ open");
        row = rowOf("alpha");
        click(10, row);
        window.press("Enter");
        window.awaitScreen("Esc back", "line 300");
        window.type("\u001b[<64;10;15M".repeat(10));
        window.awaitScreenWithout("line 300");
    }

    private int rowOf(String name) {
        String[] rows = window.screen().split("\n", -1);
        for (int i = 0; i < rows.length; i++) {
            if (rows[i].contains(name)) {
                return i + 1;
            }
        }
        throw new AssertionError("no " + name + " in\n" + window.screen());
    }

    private void click(int column, int row) {
        window.type("\u001b[<0;" + column + ";" + row + "M\u001b[<0;" + column + ";" + row + "m");
    }

    @Test
    void everySizeIsDrawn() {
        window.resize(40, 10);
        window.awaitScreen("alpha", "beta");
        window.press("p");
        window.awaitScreen("alpha");
        window.resize(30, 8);
        window.awaitScreen("too small");
        window.resize(200, 60);
        window.awaitScreen("line 300", "oops", "gamma", "delta");
    }
}
