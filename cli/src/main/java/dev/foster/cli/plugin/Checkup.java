package dev.foster.cli.plugin;

import dev.foster.bus.broker.BrokerOptions;
import dev.foster.daemon.config.PluginHosting;
import dev.foster.document.DocumentProblem;
import dev.foster.plugin.PluginAttendant;
import dev.foster.plugin.PluginSpec;
import dev.foster.plugin.manifest.ManifestReader;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.message.EmbeddedBus;
import dev.foster.plugin.message.MessageAttendant;
import dev.foster.plugin.runtime.RuntimeOptions;
import dev.foster.plugin.runtime.Runtimes;
import dev.foster.plugin.session.PluginSession;
import dev.foster.plugin.session.SessionListener;
import dev.foster.process.Child;
import dev.foster.process.ProblemException;
import dev.foster.process.ProcessEngine;
import dev.foster.process.StopReport;
import dev.foster.process.Subscription;
import dev.foster.supervise.spec.Attendance;
import dev.foster.supervise.spec.Attendant;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/** Starts one plugin by itself and goes through everything a host does with it. */
final class Checkup {

    /** Is told how it goes, and what the plugin says meanwhile. */
    interface Report {
        void step(CheckStep step);

        void said(String line);
    }

    private final ProcessEngine engine;
    private final Runtimes runtimes;
    private final Optional<Duration> limit;
    private final Report report;
    private final Steps steps;

    Checkup(
            ProcessEngine engine,
            Map<String, String> environment,
            Optional<Duration> limit,
            Report report) {
        RuntimeOptions usual = RuntimeOptions.of(environment);
        this.engine = engine;
        this.runtimes = new Runtimes(engine, limit.map(usual::buildLimit).orElse(usual));
        this.limit = limit;
        this.report = report;
        this.steps = new Steps(report);
    }

    void of(Path folder) throws InterruptedException {
        PluginManifest manifest;
        try {
            manifest = ManifestReader.read(folder);
        } catch (DocumentProblem problem) {
            steps.bad("manifest", String.valueOf(problem.getMessage()));
            return;
        }
        steps.good(
                "manifest",
                InstallVerb.versioned(manifest)
                        + ", "
                        + manifest.launch().runtime()
                        + (manifest.messages() ? ", talks NATS" : ""));
        PluginSpec spec = PluginSpec.of(manifest, PluginHosting.options());
        if (manifest.messages()) {
            checkMessages(spec, manifest);
        } else {
            checkCalls(spec);
        }
    }

    private void checkCalls(PluginSpec plain) throws InterruptedException {
        PluginSpec spec =
                limit.map(it -> plain.terms(plain.terms().startTimeout(it))).orElse(plain);
        check(
                spec,
                new PluginAttendant(spec, runtimes, report::said, new SessionListener() {}),
                new CallConversation(spec.terms(), steps));
    }

    /** On a bus of its own, where nobody else is. */
    private void checkMessages(PluginSpec spec, PluginManifest manifest)
            throws InterruptedException {
        var conversation =
                new MessageConversation(
                        manifest, limit.orElse(manifest.terms().startTimeout()), steps);
        try (EmbeddedBus bus = EmbeddedBus.start(BrokerOptions.defaults())) {
            check(
                    spec,
                    new MessageAttendant(manifest, bus, runtimes, report::said, conversation),
                    conversation);
        } catch (UncheckedIOException noBus) {
            steps.bad("bus", String.valueOf(noBus.getMessage()));
        }
    }

    private void check(PluginSpec spec, Attendant attendant, PluginScript conversation)
            throws InterruptedException {
        Attendance attendance;
        try {
            attendance =
                    attendant.prepare(
                            1, spec.process(attendant).child(), (why, _) -> report.said(why));
        } catch (Attendant.Refusal refusal) {
            steps.bad("prepare", String.valueOf(refusal.getMessage()));
            return;
        }
        steps.good("prepare", String.join(" ", attendance.child().command()));
        try {
            run(attendance, attendant.farewellLimit(), conversation);
        } finally {
            attendance.ended();
            if (attendance instanceof PluginSession session) {
                // Or this program might end before its sockets are gone.
                var _ =
                        CheckedAnswers.within(
                                CheckedAnswers.LIMIT, session.released().thenApply(_ -> true));
            }
        }
    }

    private void run(Attendance attendance, Duration farewellLimit, PluginScript conversation)
            throws InterruptedException {
        Child child;
        try {
            child = engine.spawn(attendance.child());
        } catch (ProblemException problem) {
            steps.bad("start", String.valueOf(problem.getMessage()));
            return;
        }
        steps.good("start", "process " + child.pid());
        Subscription output = child.output().lines(line -> report.said(line.text()));
        try {
            if (conversation.hold(child, attendance)) {
                var _ =
                        CheckedAnswers.within(
                                farewellLimit, attendance.farewell().thenApply(_ -> true));
                stopped(child.stop().get(), conversation);
            }
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        } finally {
            child.close();
            // Its last words come a moment after its end.
            var _ = CheckedAnswers.within(CheckedAnswers.LIMIT, output.done().thenApply(_ -> true));
        }
    }

    private void stopped(StopReport stopped, PluginScript conversation) {
        String left =
                stopped.leftovers() == 0
                        ? ""
                        : ", and left " + stopped.leftovers() + " processes behind";
        Optional<String> fault =
                stopped.graceful()
                        ? conversation.fault(stopped)
                        : Optional.of(ending(stopped.took()));
        if (fault.isPresent()) {
            steps.bad("stop", fault.get() + left);
        } else {
            steps.good("stop", ending(stopped.took()) + left);
        }
    }

    private static String ending(StopReport.Took took) {
        return switch (took) {
            case ALREADY_GONE -> "it ended when it was asked through its connection";
            case EOF -> "it ended when its input ended";
            case TERMINATE -> "it ended on the signal";
            case KILL -> "it had to be killed: it ended neither when asked nor on the signal";
            case STUCK -> "it cannot even be killed";
        };
    }
}
