package dev.foster.plugin.message;

import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.runtime.Progress;
import dev.foster.plugin.runtime.RuntimeProblem;
import dev.foster.plugin.runtime.Runtimes;
import dev.foster.process.ChildSpec;
import dev.foster.supervise.spec.Attendance;
import dev.foster.supervise.spec.Attendant;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeoutException;

/** Makes a message plugin of a process: lets it onto the bus, and hears there when it is ready. */
public final class MessageAttendant implements Attendant {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final PluginManifest manifest;
    private final MessageBus bus;
    private final Runtimes runtimes;
    private final Progress progress;
    private final MessageListener listener;
    private final BusEntry entry;

    /**
     * Attends to all runs of one plugin.
     *
     * @param progress hears what is done before a start, which can take minutes the first time
     */
    public MessageAttendant(
            PluginManifest manifest,
            MessageBus bus,
            Runtimes runtimes,
            Progress progress,
            MessageListener listener) {
        this(manifest, bus, bus.entry(), runtimes, progress, listener);
    }

    /**
     * Attends to all runs of one plugin, on a bus that may be entered in another way later.
     *
     * @param entry the way it is to be when these runs begin
     */
    public MessageAttendant(
            PluginManifest manifest,
            MessageBus bus,
            BusEntry entry,
            Runtimes runtimes,
            Progress progress,
            MessageListener listener) {
        this.manifest = manifest;
        this.entry = entry;
        this.bus = bus;
        this.runtimes = runtimes;
        this.progress = progress;
        this.listener = listener;
    }

    @Override
    public Attendance prepare(long run, ChildSpec child, Delay delay)
            throws InterruptedException, Refusal {
        try {
            ChildSpec command =
                    runtimes.prepare(manifest, progress, entry.credentials().isPresent())
                            .childSpec(manifest.surroundings().inherit())
                            .stopPlan(manifest.supervision().stop().plan());
            return whenTheBusIsThere(command, delay);
        } catch (RuntimeException problem) {
            // Whatever it is: without an answer the start would hang.
            throw new Refusal(
                    problem instanceof RuntimeProblem || problem instanceof BusProblem
                            ? String.valueOf(problem.getMessage())
                            : "cannot start plugin " + manifest.id() + ": " + problem,
                    problem instanceof RuntimeProblem cannot && cannot.lasting());
        }
    }

    /** That the bus is away is no fault of the plugin: its start waits, and fails for nothing. */
    private Attendance whenTheBusIsThere(ChildSpec command, Delay delay)
            throws InterruptedException {
        String told = "";
        while (true) {
            BusAway away;
            try {
                var _ = bus.connection(PATIENCE);
                return MessageRun.prepare(manifest, command, bus, listener);
            } catch (BusAway found) {
                away = found;
            } catch (TimeoutException silence) {
                away = new BusAway(bus.entry(), "it does not answer", false);
            }
            if (!away.waiting().equals(told)) {
                told = away.waiting();
                progress.line(away.getMessage() + "; waiting for it");
                delay.because(told, away.refused());
            }
        }
    }

    /** It is asked by the signal of its stop plan. */
    @Override
    public Duration farewellLimit() {
        return Duration.ZERO;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MessageAttendant it
                && manifest.equals(it.manifest)
                && entry.equals(it.entry);
    }

    @Override
    public int hashCode() {
        return Objects.hash(manifest);
    }
}
