package dev.foster.cli.plugin;

import dev.foster.daemon.config.PluginHosting;
import dev.foster.plugin.PluginAttendant;
import dev.foster.plugin.PluginSpec;
import dev.foster.plugin.manifest.ManifestProblem;
import dev.foster.plugin.manifest.ManifestReader;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.runtime.RuntimeOptions;
import dev.foster.plugin.runtime.Runtimes;
import dev.foster.plugin.session.PluginSession;
import dev.foster.plugin.session.SessionListener;
import dev.foster.process.Child;
import dev.foster.process.ProblemException;
import dev.foster.process.ProcessEngine;
import dev.foster.process.StopReport;
import dev.foster.supervise.spec.Attendance;
import dev.foster.supervise.spec.Attendant;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Starts one plugin by itself and goes through everything a host does with it. */
final class Checkup {
    private static final Duration PING_LIMIT = Duration.ofSeconds(5);

    /** Is told how it goes, and what the plugin says meanwhile. */
    interface Report {
        void step(Step step);

        void said(String line);
    }

    private final ProcessEngine engine;
    private final Map<String, String> environment;
    private final Optional<Duration> limit;
    private final Report report;
    private long begin = System.nanoTime();

    Checkup(
            ProcessEngine engine,
            Map<String, String> environment,
            Optional<Duration> limit,
            Report report) {
        this.engine = engine;
        this.environment = environment;
        this.limit = limit;
        this.report = report;
    }

    void of(Path folder) throws InterruptedException {
        PluginManifest manifest;
        try {
            manifest = ManifestReader.read(folder);
        } catch (ManifestProblem problem) {
            bad("manifest", String.valueOf(problem.getMessage()));
            return;
        }
        good("manifest", InstallVerb.versioned(manifest) + ", " + manifest.launch().runtime());
        PluginSpec plain = PluginSpec.of(manifest, PluginHosting.options());
        PluginSpec spec =
                limit.map(it -> plain.terms(plain.terms().startTimeout(it))).orElse(plain);
        RuntimeOptions usual = RuntimeOptions.of(environment);
        var attendant =
                new PluginAttendant(
                        spec,
                        new Runtimes(engine, limit.map(usual::buildLimit).orElse(usual)),
                        report::said,
                        new SessionListener() {});
        Attendance attendance;
        try {
            attendance = attendant.prepare(1, spec.process(attendant).child());
        } catch (Attendant.Refusal refusal) {
            bad("prepare", String.valueOf(refusal.getMessage()));
            return;
        }
        good("prepare", String.join(" ", attendance.child().command()));
        try {
            run(spec, attendance, attendant.farewellLimit());
        } finally {
            attendance.ended();
            if (attendance instanceof PluginSession session) {
                // Or this program might end before its sockets are gone.
                var _ = within(PING_LIMIT, session.released().thenApply(_ -> true));
            }
        }
    }

    private void run(PluginSpec spec, Attendance attendance, Duration farewellLimit)
            throws InterruptedException {
        Child child;
        try {
            child = engine.spawn(attendance.child());
        } catch (ProblemException problem) {
            bad("start", String.valueOf(problem.getMessage()));
            return;
        }
        try {
            good("start", "process " + child.pid());
            var greeting = new Greeting(spec.terms(), child, report);
            attendance.started(child, greeting);
            if (handshake(greeting) && health(greeting) && ping(attendance)) {
                stop(attendance, child, farewellLimit);
            }
        } finally {
            child.close();
        }
    }

    private boolean handshake(Greeting greeting) throws InterruptedException {
        Greeting.Outcome outcome = greeting.handshake();
        if (outcome.problem().isPresent()) {
            return bad(outcome.step(), outcome.problem().get());
        }
        good("handshake", outcome.text());
        good("version", String.valueOf(outcome.version()));
        return true;
    }

    private boolean health(Greeting greeting) throws InterruptedException {
        Optional<String> refused = greeting.refusal();
        return refused.isPresent() ? bad("health", refused.get()) : good("health", "it serves");
    }

    private boolean ping(Attendance attendance) throws InterruptedException {
        Optional<String> why =
                within(PING_LIMIT, attendance.ask(PING_LIMIT))
                        .orElse(Optional.of("no answer in " + PING_LIMIT.toSeconds() + " s"));
        return why.isPresent() ? bad("ping", why.get()) : good("ping", "it answers");
    }

    private void stop(Attendance attendance, Child child, Duration farewellLimit)
            throws InterruptedException {
        var _ = within(farewellLimit, attendance.farewell().thenApply(_ -> true));
        StopReport stopped = join(child.stop());
        String how =
                switch (stopped.took()) {
                    case ALREADY_GONE -> "it ended when it was asked through its connection";
                    case EOF -> "it ended when its input ended";
                    case TERMINATE -> "it ended on the signal";
                    case KILL ->
                            "it had to be killed: it ended neither when asked nor on the signal";
                    case STUCK -> "it cannot even be killed";
                };
        String left =
                stopped.leftovers() == 0
                        ? ""
                        : ", and left " + stopped.leftovers() + " processes behind";
        if (stopped.graceful()) {
            good("stop", how + left);
        } else {
            bad("stop", how + left);
        }
    }

    private static <T> Optional<T> within(Duration time, CompletableFuture<T> answer)
            throws InterruptedException {
        try {
            return Optional.of(answer.get(time.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException late) {
            return Optional.empty();
        } catch (ExecutionException failed) {
            return Optional.empty();
        }
    }

    private static <T> T join(CompletableFuture<T> answer) throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private boolean good(String name, String text) {
        return step(name, true, text);
    }

    private boolean bad(String name, String text) {
        return step(name, false, text);
    }

    private boolean step(String name, boolean good, String text) {
        long now = System.nanoTime();
        report.step(new Step(name, good, Duration.ofNanos(now - begin), text));
        begin = now;
        return good;
    }
}
