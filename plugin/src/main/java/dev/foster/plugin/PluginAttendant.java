package dev.foster.plugin;

import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.runtime.Progress;
import dev.foster.plugin.runtime.RuntimeProblem;
import dev.foster.plugin.runtime.Runtimes;
import dev.foster.plugin.session.HostFault;
import dev.foster.plugin.session.PluginSession;
import dev.foster.plugin.session.SessionListener;
import dev.foster.process.ChildSpec;
import dev.foster.process.Environment;
import dev.foster.process.Stdin;
import dev.foster.supervise.spec.Attendance;
import dev.foster.supervise.spec.Attendant;

import java.time.Duration;
import java.util.Objects;

/** Makes a plugin of a process: finds its command, and speaks the protocol with it. */
public final class PluginAttendant implements Attendant {
    private final PluginSpec spec;
    private final Runtimes runtimes;
    private final Progress progress;
    private final SessionListener listener;

    /**
     * Attends to all runs of one plugin.
     *
     * @param progress hears what is done before a start, which can take minutes the first time
     * @param listener hears what all runs of the plugin say
     */
    public PluginAttendant(
            PluginSpec spec, Runtimes runtimes, Progress progress, SessionListener listener) {
        this.spec = spec;
        this.runtimes = runtimes;
        this.progress = progress;
        this.listener = listener;
    }

    @Override
    public Attendance prepare(long run, ChildSpec child, Delay delay)
            throws InterruptedException, Refusal {
        if (spec.messages()) {
            throw new Refusal(
                    "cannot activate plugin "
                            + spec.id()
                            + ": it talks NATS, and there is no bus; give the host one by"
                            + " HostOptions.bus, such as EmbeddedBus.start(…)");
        }
        try {
            return new PluginSession(
                    spec.id(), command(), spec.terms(), spec.callbacks(), listener);
        } catch (RuntimeException | Error problem) {
            // Whatever it is: without an answer the start would hang.
            String why =
                    problem instanceof RuntimeProblem
                            ? String.valueOf(problem.getMessage())
                            : "cannot start plugin " + spec.id() + ": " + HostFault.words(problem);
            listener.refused(why, problem);
            throw new Refusal(why, problem instanceof RuntimeProblem cannot && cannot.lasting());
        }
    }

    private ChildSpec command() throws InterruptedException {
        return switch (spec.source()) {
            case PluginSpec.Source.Command(ChildSpec child) -> named(child);
            case PluginSpec.Source.Manifest(PluginManifest manifest) ->
                    runtimes.prepare(manifest, progress)
                            .childSpec(manifest.surroundings().inherit())
                            // Its end shows a plugin that its host is gone.
                            .stdin(Stdin.PIPE)
                            .stopPlan(manifest.supervision().stop().plan());
        };
    }

    private ChildSpec named(ChildSpec child) {
        Environment environment = child.environment();
        return environment.set().containsKey("FOSTER_PLUGIN_ID")
                ? child
                : child.environment(environment.with("FOSTER_PLUGIN_ID", spec.id()));
    }

    /** Once for the request, once for the end that follows it. */
    @Override
    public Duration farewellLimit() {
        return spec.terms().shutdownLimit().multipliedBy(2).plusSeconds(1);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PluginAttendant attendant && spec.equals(attendant.spec);
    }

    @Override
    public int hashCode() {
        return Objects.hash(spec);
    }
}
