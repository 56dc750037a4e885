package dev.foster.tui.terminal;

import dev.foster.tui.frame.Colour;
import dev.foster.tui.frame.Frame;
import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Size;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;
import dev.foster.tui.keys.Input;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A program on a whole screen that shows what it is told, for tests that look at it from outside.
 */
final class ScreenProgram {
    private static final int MOST_LINES = 12;

    private static final class Heard implements Screen.Listener {
        private final BlockingQueue<String> news = new LinkedBlockingQueue<>();

        @Override
        public void typed(Input input) {
            news.add(
                    switch (input) {
                        case Input.Press press -> press.key().name();
                        case Input.Paste paste -> "paste " + paste.text().replace('\n', '/');
                        case Input.Click click -> "click " + click.x() + " " + click.y();
                        case Input.Wheel wheel ->
                                "wheel " + wheel.x() + " " + wheel.y() + " " + wheel.lines();
                    });
        }

        @Override
        public void resized(Size size) {
            news.add("resized " + size.width() + "x" + size.height());
        }

        @Override
        public void gone() {
            news.add("gone");
        }
    }

    private ScreenProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
        var heard = new Heard();
        Deque<String> lines = new ArrayDeque<>();
        var obstacle = Terminals.obstacle(System.getenv());
        if (obstacle.isPresent()) {
            System.out.println("no screen: " + obstacle.get());
            return;
        }
        try (Screen screen = Tty.open(heard, System.getenv())) {
            String news = "hello from " + ProcessHandle.current().pid() + ".";
            while (!news.equals("q") && !news.equals("gone")) {
                lines.addLast(news);
                if (lines.size() > MOST_LINES) {
                    lines.removeFirst();
                }
                act(screen, news, lines);
                news = heard.news.take();
            }
        }
        System.out.println("bye");
    }

    private static void act(Screen screen, String news, Deque<String> lines) {
        switch (news) {
            case "Ctrl-z" -> screen.suspend();
            case "Ctrl-y" -> screen.copy("copied text");
            case "Ctrl-l" -> screen.repaint();
            case "Ctrl-e" -> throw new IllegalStateException("as asked");
            default -> {
                // It is only shown.
            }
        }
        screen.show(frame(screen.size(), lines));
    }

    private static Frame frame(Size size, Deque<String> lines) {
        var frame = new Frame(size);
        Region inside = frame.whole().box(Text.of(" screen "), Style.of(Colour.CYAN));
        int row = 0;
        for (String line : lines) {
            inside.write(1, row, Text.of("[" + line + "]"));
            row++;
        }
        int bottom = inside.height() - 1;
        inside.write(1, bottom - 1, "日本|👍🏽|👨‍👩‍👧|e\u0301|❤️|end", Style.PLAIN);
        inside.write(1, bottom, "orange", Style.of(Colour.mixed(255, 135, 0)).bold());
        inside.write(10, bottom, "marked", Style.PLAIN.reverse());
        // The last cell of the screen, which must not scroll it.
        frame.whole().write(size.width() - 1, size.height() - 1, "#", Style.PLAIN);
        return frame;
    }
}
