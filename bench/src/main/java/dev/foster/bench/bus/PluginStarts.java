package dev.foster.bench.bus;

import dev.foster.bus.broker.BrokerOptions;
import dev.foster.plugin.HostOptions;
import dev.foster.plugin.PluginSpec;
import dev.foster.plugin.manifest.ManifestReader;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.message.EmbeddedBus;
import dev.foster.plugin.message.MessageAttendant;
import dev.foster.plugin.message.MessageListener;
import dev.foster.plugin.message.ReadyMessage;
import dev.foster.plugin.protocol.handshake.MagicCookie;
import dev.foster.plugin.runtime.RuntimeOptions;
import dev.foster.plugin.runtime.Runtimes;
import dev.foster.process.ProcessEngine;
import dev.foster.process.Signal;
import dev.foster.supervise.Supervisor;
import dev.foster.supervise.SupervisorListener;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.supervise.spec.StackSpec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A message plugin that is started and killed again and again, on a bus of its own. */
final class PluginStarts implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final BlockingQueue<Moment> moments = new LinkedBlockingQueue<>();
    private final ProcessEngine engine = ProcessEngine.start();
    private final EmbeddedBus bus = EmbeddedBus.start(BrokerOptions.defaults());
    private final Supervisor supervisor;
    private final String name;

    private record Moment(ProcessEventKind kind, long nanos) {}

    PluginStarts(Path folder) throws IOException {
        PluginManifest manifest = ManifestReader.read(folder);
        this.name = manifest.id();
        var attendant =
                new MessageAttendant(
                        manifest,
                        bus,
                        new Runtimes(engine, RuntimeOptions.defaults()),
                        System.err::println,
                        new Silence());
        HostOptions host =
                HostOptions.of(new MagicCookie("FOSTER_PLUGIN", "hosted"))
                        .restart(
                                RestartPolicy.defaults()
                                        .when(RestartPolicy.When.ALWAYS)
                                        .backoff(Backoff.none())
                                        .withoutLimit());
        this.supervisor =
                Supervisor.start(
                        engine,
                        StackSpec.of(PluginSpec.of(manifest, host).process(attendant)),
                        Files.createTempDirectory("starts"),
                        new Ears());
    }

    /** Medians in milliseconds, after one start that builds what there is to build. */
    Map<String, Double> take(int count) throws IOException, InterruptedException {
        supervisor.start(List.of(name), "bench");
        await(ProcessEventKind.READY);
        var starts = new ArrayList<Double>();
        var recoveries = new ArrayList<Double>();
        for (int i = 0; i < count; i++) {
            moments.clear();
            long killed = System.nanoTime();
            supervisor.child(name).orElseThrow().signal(Signal.KILL);
            long started = await(ProcessEventKind.STARTED);
            long ready = await(ProcessEventKind.READY);
            starts.add((ready - started) / 1e6);
            recoveries.add((ready - killed) / 1e6);
        }
        return Map.of("ready_ms", median(starts), "recovered_ms", median(recoveries));
    }

    private long await(ProcessEventKind kind) throws IOException, InterruptedException {
        while (true) {
            Moment moment = moments.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (moment == null) {
                throw new IOException("cannot measure " + name + ": it was not " + kind.word());
            }
            if (moment.kind() == kind) {
                return moment.nanos();
            }
        }
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }

    @Override
    public void close() {
        supervisor.close();
        bus.close();
        engine.close();
    }

    private final class Ears implements SupervisorListener {
        @Override
        public void happened(ProcessEvent event, java.time.Instant at) {
            moments.add(new Moment(event.kind(), System.nanoTime()));
        }
    }

    private static final class Silence implements MessageListener {
        @Override
        public void ready(String run, ReadyMessage announcement) {}

        @Override
        public void over(String run) {}
    }
}
