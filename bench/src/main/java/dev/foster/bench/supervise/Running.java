package dev.foster.bench.supervise;

import dev.foster.bench.workshop.Marked;
import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Workshop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A supervisor at work on a stack. */
public final class Running implements AutoCloseable {
    private static final Duration FAREWELL = Duration.ofSeconds(15);

    private final Workshop workshop;
    private final Peer peer;
    private final Stack stack;
    private final Map<String, String> environment;
    private final Process first;
    private final long begun;

    /** Starts a supervisor with so many children that do nothing but tick. */
    public static Running start(
            Workshop workshop, Peer peer, int children, Map<String, String> environment)
            throws TrialFailed {
        return start(workshop, peer, workshop.program("ticker"), children, environment);
    }

    /** Starts a supervisor with so many children of a program that says its ticks. */
    public static Running start(
            Workshop workshop,
            Peer peer,
            Path program,
            int children,
            Map<String, String> environment)
            throws TrialFailed {
        try {
            Path place = workshop.place();
            var told = new HashMap<>(environment);
            told.put("TICKER_FILE", place.resolve("ticks").toString());
            var stack = new Stack(place, program, children, told);
            Files.createDirectories(stack.logs());
            peer.configure(stack);
            return new Running(workshop, peer, stack);
        } catch (IOException failure) {
            throw new TrialFailed("it cannot be configured: " + failure);
        }
    }

    private Running(Workshop workshop, Peer peer, Stack stack) throws TrialFailed {
        this.workshop = workshop;
        this.peer = peer;
        this.stack = stack;
        environment = new HashMap<>(stack.environment());
        environment.putAll(peer.environment(stack));
        begun = System.nanoTime();
        first =
                workshop.launch(
                        peer.start(stack),
                        environment,
                        stack.folder(),
                        stack.folder().resolve("output"));
    }

    /** When the command that starts it was given, on the clock of {@link System#nanoTime}. */
    long begun() {
        return begun;
    }

    public Stack stack() {
        return stack;
    }

    public Ticks ticks() {
        return new Ticks(stack.ticks());
    }

    /** Waits until the command that starts it has ended, where it does. */
    public void settle() throws TrialFailed {
        if (peer.detaches()) {
            Workshop.await(first, peer.start(stack));
        }
    }

    /** Waits until so many children have begun. */
    public List<Ticks.Tick> await(int count, Duration limit) throws TrialFailed {
        try {
            return ticks().await(count, limit);
        } catch (TrialFailed failure) {
            throw new TrialFailed(failure.why() + lastWords());
        }
    }

    /** What it said last, as it may be the reason. */
    public String lastWords() {
        try {
            List<String> said = Files.readAllLines(stack.folder().resolve("output"));
            return said.isEmpty() ? "" : "; it said: " + said.getLast().strip();
        } catch (IOException unreadable) {
            return "";
        }
    }

    /** Everything that runs and is no child: the supervisor with all its processes. */
    public List<ProcessHandle> supervisors() {
        return workshop.marked(stack.folder()).all().stream()
                .filter(process -> !Marked.runs(process, stack.ticker()))
                .toList();
    }

    /** Asks it to end, then ends what is left, and removes its folder. */
    @Override
    public void close() {
        Marked all = workshop.marked(stack.folder());
        try {
            workshop.call(peer.stop(stack, first.pid()), environment, stack.folder());
            if (!Pause.until(FAREWELL, () -> all.all().isEmpty())) {
                System.err.println(
                        peer.name()
                                + ": still there "
                                + FAREWELL.toSeconds()
                                + " s after it was asked to end; killed");
            }
        } catch (TrialFailed failure) {
            System.err.println(peer.name() + ": not ended as it should: " + failure.why());
        }
        workshop.clear(stack.folder());
    }
}
