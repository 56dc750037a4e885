package dev.foster.plugin.message;

import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.runtime.Progress;
import dev.foster.plugin.runtime.RuntimeProblem;
import dev.foster.plugin.runtime.Runtimes;
import dev.foster.process.ChildSpec;
import dev.foster.supervise.spec.Attendance;
import dev.foster.supervise.spec.Attendant;

import io.nats.client.Connection;

import java.time.Duration;
import java.util.Objects;

/** Makes a message plugin of a process: lets it onto the bus, and hears there when it is ready. */
public final class MessageAttendant implements Attendant {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration ALWAYS = Duration.ofDays(10_000);

    private final PluginManifest manifest;
    private final MessageBus bus;
    private final Runtimes runtimes;
    private final Progress progress;
    private final MessageListener listener;

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
        this.manifest = manifest;
        this.bus = bus;
        this.runtimes = runtimes;
        this.progress = progress;
        this.listener = listener;
    }

    @Override
    public Attendance prepare(long run, ChildSpec child) throws InterruptedException, Refusal {
        try {
            ChildSpec command =
                    runtimes.prepare(manifest, progress)
                            .childSpec(manifest.surroundings().inherit())
                            .stopPlan(manifest.supervision().stop().plan());
            return MessageRun.prepare(manifest, command, bus, connection(), listener);
        } catch (RuntimeException problem) {
            // Whatever it is: without an answer the start would hang.
            throw new Refusal(
                    problem instanceof RuntimeProblem || problem instanceof BusProblem
                            ? String.valueOf(problem.getMessage())
                            : "cannot start plugin " + manifest.id() + ": " + problem);
        }
    }

    /** A bus that is not there yet is waited for: to be early is no fault of the plugin. */
    private Connection connection() throws InterruptedException {
        try {
            return bus.connection(PATIENCE);
        } catch (BusProblem away) {
            progress.line(away.getMessage() + "; waiting for it");
            return bus.connection(ALWAYS);
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
                && bus.entry().equals(it.bus.entry());
    }

    @Override
    public int hashCode() {
        return Objects.hash(manifest);
    }
}
