package dev.foster.tui;

import dev.foster.control.ControlClient;
import dev.foster.control.ProcessView;
import dev.foster.tui.feed.Doing;
import dev.foster.tui.feed.Feeds;
import dev.foster.tui.feed.Wanted;
import dev.foster.tui.frame.Size;
import dev.foster.tui.keys.Input;
import dev.foster.tui.page.Pages;
import dev.foster.tui.state.Deed;
import dev.foster.tui.state.Page;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Shown;
import dev.foster.tui.state.Ui;
import dev.foster.tui.steer.Move;
import dev.foster.tui.steer.Steering;
import dev.foster.tui.terminal.Screen;
import dev.foster.tui.terminal.Terminals;
import dev.foster.tui.terminal.Tty;
import dev.foster.tui.world.World;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * The screen: one loop that alone changes where the person is, shows what is known, and passes on
 * what they want done. Input is answered at once; what the daemon tells is shown a few times a
 * second, however much it is.
 */
public final class Tui {
    private static final long FRAME_NANOS = TimeUnit.MILLISECONDS.toNanos(85);
    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int LINES_STEP = 10;

    /**
     * Whose screen it is.
     *
     * @param owner whether it started the daemon, and asks what becomes of it
     * @param process the process to look at first
     * @param hurry kills what does not stop soon enough for the person
     * @param environment what the person said about their terminal, and who they are
     */
    public record Role(
            boolean owner,
            Optional<String> process,
            Runnable hurry,
            Map<String, String> environment) {
        String person() {
            return environment.getOrDefault("USER", environment.getOrDefault("LOGNAME", "you"));
        }
    }

    /** Something that happened; the loop takes one after the other. */
    private sealed interface Message {
        record Typed(Input input) implements Message {}

        record Resized(Size size) implements Message {}

        record Told(Ui.Notice notice) implements Message {}

        record Changed() implements Message {}

        record Over(ScreenExit ending) implements Message {}
    }

    private final ControlClient client;
    private final Role role;
    private final BlockingQueue<Message> inbox = new LinkedBlockingQueue<>();
    private final AtomicBoolean changed = new AtomicBoolean();
    private Ui ui;
    private boolean goingDown;
    private @Nullable ScreenExit ending;

    /** Why there can be no screen here, in one phrase; empty when there can. */
    public static Optional<String> obstacle(Map<String, String> environment) {
        return Terminals.obstacle(environment);
    }

    public Tui(ControlClient client, Role role) {
        this.client = client;
        this.role = role;
        Ui start = Ui.start(role.owner());
        this.ui = role.process().map(name -> start.selected(name).page(Page.PROCESS)).orElse(start);
    }

    /** Ends it from outside: the program was told to. */
    public void hangUp() {
        over(ScreenExit.HUNG_UP);
    }

    /** Ends it from outside: the daemon has ended. */
    public void daemonEnded() {
        over(ScreenExit.ENDED);
    }

    private void over(ScreenExit how) {
        inbox.add(new Message.Over(how));
    }

    /**
     * Shows the screen until the person leaves it, or something else ends it. Whatever happens, the
     * terminal is given back before this returns or throws.
     */
    public ScreenExit run() {
        return run(listener -> Tty.open(listener, role.environment()));
    }

    ScreenExit run(Function<Screen.Listener, Screen> opening) {
        try (var feeds =
                        new Feeds(
                                client,
                                this::changed,
                                lost -> over(lost ? ScreenExit.LOST : ScreenExit.ENDED));
                Screen screen = opening.apply(listener())) {
            var doing =
                    new Doing(
                            client,
                            feeds,
                            role.person(),
                            notice -> inbox.add(new Message.Told(notice)));
            feeds.begin();
            return loop(feeds, screen, doing);
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
            return ScreenExit.HUNG_UP;
        }
    }

    private Screen.Listener listener() {
        return new Screen.Listener() {
            @Override
            public void typed(Input input) {
                inbox.add(new Message.Typed(input));
            }

            @Override
            public void resized(Size size) {
                inbox.add(new Message.Resized(size));
            }

            @Override
            public void gone() {
                hangUp();
            }
        };
    }

    /** However much changes, one message says so. */
    private void changed() {
        if (changed.compareAndSet(false, true)) {
            inbox.add(new Message.Changed());
        }
    }

    private ScreenExit loop(Feeds feeds, Screen screen, Doing doing) throws InterruptedException {
        Size size = screen.size();
        long shownAt = System.nanoTime() - FRAME_NANOS;
        Picture picture = show(feeds, screen, size);
        boolean stale = false;
        while (true) {
            long wait = (stale ? FRAME_NANOS : TICK_NANOS) - (System.nanoTime() - shownAt);
            Message message = inbox.poll(Math.max(0, wait), TimeUnit.NANOSECONDS);
            boolean now = message == null;
            for (; message != null; message = inbox.poll()) {
                switch (message) {
                    case Message.Typed(Input input) -> {
                        type(input, feeds.world(), picture, screen, doing);
                        // What comes next is typed at what this brought.
                        picture = Pages.draw(feeds.world(), ui, size);
                        now = true;
                    }
                    case Message.Resized(Size wanted) -> {
                        size = wanted;
                        now = true;
                    }
                    case Message.Told(Ui.Notice notice) -> {
                        ui = ui.notice(Optional.of(notice));
                        now = true;
                    }
                    case Message.Changed() -> stale = true;
                    case Message.Over(ScreenExit over) -> end(over);
                }
            }
            if (ending != null) {
                return ending;
            }
            boolean due = now || (stale && System.nanoTime() - shownAt >= FRAME_NANOS);
            if (due && !(screen.busy() && !now)) {
                shownAt = System.nanoTime();
                stale = false;
                picture = show(feeds, screen, size);
            }
        }
    }

    /** The first reason counts: what comes with it often follows from it. */
    private void end(ScreenExit how) {
        if (ending == null) {
            ending = how;
        }
    }

    private Picture show(Feeds feeds, Screen screen, Size size) {
        changed.set(false);
        World world = feeds.world();
        ui = Steering.settled(ui, world);
        Picture picture = Pages.draw(world, ui, size);
        screen.show(picture.frame());
        feeds.want(wanted(world, picture));
        return picture;
    }

    private void type(Input input, World world, Picture picture, Screen screen, Doing doing) {
        Move step = new Steering(world, picture).on(ui, input);
        ui = step.ui();
        for (Deed deed : step.deeds()) {
            perform(deed, screen, doing);
        }
    }

    private void perform(Deed deed, Screen screen, Doing doing) {
        switch (deed) {
            case Deed.Copy(String text) -> {
                screen.copy(text);
                long lines = text.lines().count();
                String sent = lines == 1 ? "a line" : lines + " lines";
                ui =
                        ui.notice(
                                Optional.of(
                                        new Ui.Notice("sent " + sent + " to the clipboard", true)));
            }
            case Deed.Suspend() -> screen.suspend();
            case Deed.Repaint() -> screen.repaint();
            case Deed.Leave() -> end(ScreenExit.LEFT);
            case Deed.Down() -> {
                if (goingDown) {
                    role.hurry().run();
                } else {
                    goingDown = true;
                    doing.begin(deed);
                }
            }
            default -> doing.begin(deed);
        }
    }

    /** What this picture needs to stay true. */
    private Wanted wanted(World world, Picture picture) {
        return switch (ui.page()) {
            case OVERVIEW ->
                    new Wanted(names(world.processes()), 1, selected(), false, false, false);
            case PANELS -> panels(world, picture);
            case PROCESS -> new Wanted(List.of(), 1, selected(), true, false, false);
            case CHAT -> Wanted.CHAT;
            case SERVERS -> Wanted.SERVERS;
            case EVENTS, HELP -> Wanted.NOTHING;
        };
    }

    /** As many lines as the highest panel has rows; in steps, as every change begins a new view. */
    private Wanted panels(World world, Picture picture) {
        int highest =
                picture.zones().stream()
                        .filter(zone -> zone.target() instanceof Picture.Target.Row)
                        .mapToInt(zone -> zone.area().height())
                        .max()
                        .orElse(1);
        int lines = (highest + LINES_STEP - 1) / LINES_STEP * LINES_STEP;
        List<String> names =
                picture.zones().stream()
                        .map(Picture.Zone::target)
                        .filter(Picture.Target.Row.class::isInstance)
                        .map(target -> ((Picture.Target.Row) target).name())
                        .toList();
        return new Wanted(
                names.isEmpty() ? names(Shown.processes(world, ui)) : names,
                lines,
                Optional.empty(),
                false,
                false,
                false);
    }

    private Optional<String> selected() {
        return Optional.of(ui.selected()).filter(name -> !name.isEmpty());
    }

    private static List<String> names(List<ProcessView> processes) {
        return processes.stream().map(ProcessView::name).toList();
    }
}
