package dev.foster.tui;

import dev.foster.control.ControlClient;
import dev.foster.tui.frame.Frame;
import dev.foster.tui.frame.Size;
import dev.foster.tui.keys.Input;
import dev.foster.tui.keys.Key;
import dev.foster.tui.terminal.ColourDepth;
import dev.foster.tui.terminal.Painter;
import dev.foster.tui.terminal.Screen;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Goes through the pages without a terminal or a person, so that the JVM learns which classes the
 * screen needs and has them ready when somebody opens it.
 */
public final class ScreenTraining {
    private static final List<String> KEYS =
            List.of("j", "k", "Enter", "Esc", "p", "e", "c", "Esc", "?", "q");

    private ScreenTraining() {}

    /** Returns when it has seen everything. */
    public static void of(ControlClient client) {
        var role = new Tui.Role(false, Optional.empty(), () -> {}, Map.of());
        var _ = new Tui(client, role).run(Stage::new);
    }

    /** A screen that nobody sees: each picture is painted, and answered with the next key. */
    private static final class Stage implements Screen {
        private final ArrayDeque<String> keys = new ArrayDeque<>(KEYS);
        private final Painter painter = new Painter(ColourDepth.PALETTE);
        private final Listener listener;

        Stage(Listener listener) {
            this.listener = listener;
        }

        @Override
        public Size size() {
            return new Size(120, 40);
        }

        @Override
        public void show(Frame frame) {
            var _ = painter.paint(frame);
            if (!keys.isEmpty()) {
                listener.typed(new Input.Press(new Key(keys.removeFirst())));
            }
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
        public void close() {}
    }
}
