package dev.foster.tui.terminal;

import dev.foster.tui.frame.Frame;
import dev.foster.tui.frame.Size;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The terminal this program was started on. One thread reads it, one writes to it, and one tells
 * the listener; whatever ends this program, even a kill, the terminal is given back.
 */
public final class Tty implements Screen {
    private static final Duration LIMIT = Duration.ofSeconds(1);
    private static final long FOREGROUND_CHECK_MILLIS = 100;

    private final boolean mouse;
    private final Keeper keeper;
    private final FileChannel output;
    private final ScreenWriter writer;
    private final ScreenDispatcher dispatcher;
    private final ScreenSignals signals;
    private final Thread atExit = new Thread(this::close, "foster-terminal-back");
    private final AtomicBoolean resized = new AtomicBoolean();

    /** Held while the terminal changes hands. */
    private final Object turn = new Object();

    private volatile Modes modes;
    private volatile boolean abandoned;
    private @Nullable KeyInput reader;
    private boolean away;
    private boolean closed;

    /**
     * Takes the terminal over.
     *
     * @param environment of which the names of the terminal and of its colours count, and {@code
     *     FOSTER_MOUSE}: {@code off} leaves the mouse to the terminal
     * @throws UncheckedIOException when there is none, or it cannot be had
     */
    public static Tty open(Listener listener, Map<String, String> environment) {
        try {
            var tty = new Tty(listener, environment);
            tty.begin();
            return tty;
        } catch (IOException failure) {
            throw new UncheckedIOException(
                    "cannot use the terminal: " + failure.getMessage(), failure);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("cannot use the terminal: interrupted", interrupt);
        }
    }

    private Tty(Listener listener, Map<String, String> environment)
            throws IOException, InterruptedException {
        this.mouse = !environment.getOrDefault("FOSTER_MOUSE", "").equals("off");
        this.output = FileChannel.open(Modes.TERMINAL.toPath(), StandardOpenOption.WRITE);
        try {
            this.keeper = Keeper.start();
        } catch (IOException failure) {
            output.close();
            throw failure;
        }
        try {
            this.modes = Modes.take();
        } catch (IOException | InterruptedException failure) {
            keeper.close();
            output.close();
            throw failure;
        }
        // From here on every failure ends in giving the terminal back.
        keeper.hold(modes);
        this.dispatcher = new ScreenDispatcher(listener, this::look);
        this.writer = new ScreenWriter(output, ColourDepth.of(environment), this::lose);
        this.signals = new ScreenSignals(this::sizeChanged, () -> dispatcher.add(this::wake));
    }

    private void begin() throws IOException {
        Runtime.getRuntime().addShutdownHook(atExit);
        synchronized (turn) {
            writer.send(TerminalCodes.take(mouse));
            try {
                reader = new KeyInput(dispatcher::read, this::lose);
            } catch (IOException failure) {
                close();
                throw failure;
            }
        }
    }

    @Override
    public Size size() {
        return modes.size();
    }

    @Override
    public void show(Frame frame) {
        writer.show(frame);
    }

    @Override
    public boolean busy() {
        return writer.busy();
    }

    @Override
    public void repaint() {
        writer.paintAnew();
    }

    @Override
    public void copy(String text) {
        writer.send(TerminalCodes.clipboard(text));
    }

    private void sizeChanged() {
        // While a window is pulled larger these come faster than anybody can look.
        if (resized.compareAndSet(false, true)) {
            dispatcher.add(this::measure);
        }
    }

    private void measure() {
        resized.set(false);
        synchronized (turn) {
            if (closed || away) {
                return;
            }
            try {
                modes = modes.measured();
            } catch (IOException unknown) {
                return;
            } catch (InterruptedException interrupt) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        writer.paintAnew();
        dispatcher.resized(modes.size());
    }

    @Override
    public void suspend() {
        try {
            synchronized (turn) {
                if (closed || away) {
                    return;
                }
                away = true;
                giveBack(true);
                keeper.rest();
            }
            Foreground.stop();
            synchronized (turn) {
                // Whoever lets us go on in the background has the terminal still.
                while (!closed && !Foreground.isOurs()) {
                    turn.wait(FOREGROUND_CHECK_MILLIS);
                }
                takeAgain();
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }

    /** True when it was taken back by the terminal. */
    private boolean giveBack(boolean always) throws InterruptedException {
        // What is still typed or moved until the terminal knows is for nobody.
        boolean written = writer.pause(TerminalCodes.giveBack(), LIMIT);
        boolean back = written && modes.giveBack(always, LIMIT);
        closeReader();
        return back;
    }

    private void closeReader() {
        Optional.ofNullable(reader).ifPresent(KeyInput::close);
        reader = null;
    }

    private void takeAgain() throws InterruptedException {
        if (closed) {
            return;
        }
        try {
            modes = modes.again();
            keeper.hold(modes);
            closeReader();
            reader = new KeyInput(dispatcher::read, this::lose);
            away = false;
            writer.resume(TerminalCodes.take(mouse));
            dispatcher.resized(modes.size());
        } catch (IOException gone) {
            lose();
        }
    }

    /** Somebody stopped this program without asking it, and now let it go on. */
    private void wake() {
        synchronized (turn) {
            if (closed || away || !Foreground.isOurs()) {
                return;
            }
            try {
                takeAgain();
            } catch (InterruptedException interrupt) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void look() {
        if (dispatcher.parentIsGone()) {
            lose();
        }
    }

    private void lose() {
        // Called by threads that somebody with the turn may wait for: it takes no turn.
        abandoned = true;
        dispatcher.gone();
    }

    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        synchronized (turn) {
            if (closed) {
                return;
            }
            closed = true;
            turn.notifyAll();
            signals.close();
            try {
                if (away || giveBack(!abandoned)) {
                    keeper.rest();
                }
                // Otherwise the terminal takes nothing at the moment: the keeper will see to it.
                writer.close();
                output.close();
                writer.join();
            } catch (IOException gone) {
                // As it shall be.
            } catch (InterruptedException interrupt) {
                interrupted = true;
            }
            closeReader();
            keeper.close();
        }
        dispatcher.close();
        forgetExit();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void forgetExit() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException exiting) {
            // It is what called us, or waits for us.
        }
    }
}
