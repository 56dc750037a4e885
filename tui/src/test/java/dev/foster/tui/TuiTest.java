package dev.foster.tui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.control.ControlClient;
import dev.foster.control.ProjectPaths;
import dev.foster.testkit.Leaks;
import dev.foster.tui.frame.Frame;
import dev.foster.tui.frame.Size;
import dev.foster.tui.keys.Input;
import dev.foster.tui.keys.Key;
import dev.foster.tui.terminal.Screen;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

final class TuiTest {
    private final Leaks before = Leaks.snapshot();
    @TempDir Path folder;

    /** A screen that notes whether it was given back. */
    private static class Noted implements Screen {
        boolean closed;
        int shown;

        @Override
        public Size size() {
            return new Size(80, 24);
        }

        @Override
        public void show(Frame frame) {
            shown++;
        }

        @Override
        public boolean busy() {
            return false;
        }

        @Override
        public void repaint() {}

        @Override
        public void copy(String text) {}

        @Override
        public void suspend() {}

        @Override
        public void close() {
            closed = true;
        }
    }

    private Tui tui() {
        Map<String, String> places =
                Map.of(
                        "FOSTER_STATE_DIR",
                        folder.resolve("s").toString(),
                        "FOSTER_RUNTIME_DIR",
                        folder.resolve("r").toString());
        return new Tui(
                new ControlClient(ProjectPaths.of(folder, places), "test"),
                new Tui.Role(false, Optional.empty(), () -> {}, Map.of()));
    }

    @AfterEach
    void nothingIsLeft() {
        before.assertNothingLeft();
    }

    @Test
    void aFaultGivesTheTerminalBackBeforeItIsTold() {
        var noted = new Noted[1];
        assertThatThrownBy(
                        () ->
                                tui().run(
                                                listener -> {
                                                    noted[0] =
                                                            new Noted() {
                                                                @Override
                                                                public void show(Frame frame) {
                                                                    throw new IllegalStateException(
                                                                            "a fault");
                                                                }
                                                            };
                                                    return noted[0];
                                                }))
                .hasMessage("a fault");
        assertThat(noted[0].closed).isTrue();
    }

    @Test
    void aDaemonThatIsNowhereIsGivenUpAfterAWhile() {
        var noted = new Noted[1];
        ScreenExit ending = tui().run(listener -> noted[0] = new Noted());
        assertThat(ending).isEqualTo(ScreenExit.LOST);
        assertThat(noted[0].closed).isTrue();
        assertThat(noted[0].shown).isPositive();
    }

    @Test
    void aTerminalThatGoesEndsIt() {
        ScreenExit ending =
                tui().run(
                                listener -> {
                                    listener.gone();
                                    return new Noted();
                                });
        assertThat(ending).isEqualTo(ScreenExit.HUNG_UP);
    }

    @Test
    void theFirstReasonToEndCounts() {
        Tui tui = tui();
        ScreenExit ending =
                tui.run(
                        listener -> {
                            listener.gone();
                            tui.daemonEnded();
                            listener.typed(new Input.Press(Key.of("q")));
                            return new Noted();
                        });
        assertThat(ending).isEqualTo(ScreenExit.HUNG_UP);
    }

    @Test
    void whatIsTypedBeforeAnythingIsKnownIsHeard() {
        ScreenExit ending =
                tui().run(
                                listener -> {
                                    listener.typed(new Input.Press(Key.of("q")));
                                    return new Noted();
                                });
        assertThat(ending).isEqualTo(ScreenExit.LEFT);
    }
}
