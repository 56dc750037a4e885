package dev.foster.bench.process;

import dev.foster.bench.scores.Settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The workers that are alive, each started when it is first needed. */
final class Rivals implements AutoCloseable {
    /** The same for every system that runs in a JVM. */
    static final List<String> JVM_FLAGS =
            List.of("-XX:+UseSerialGC", "-Xmx256m", "--enable-native-access=ALL-UNNAMED");

    private final Settings settings;
    private boolean ended;
    private final Map<String, Rival> alive = new LinkedHashMap<>();

    Rivals(Settings settings) {
        this.settings = settings;
        Runtime.getRuntime().addShutdownHook(new Thread(this::killAll));
    }

    synchronized Rival of(String worker) {
        if (ended) {
            throw new IllegalStateException(
                    "cannot start " + worker + ": the benchmark was told to end");
        }
        return alive.computeIfAbsent(worker, this::start);
    }

    /** Ends a worker, so that the next turn is taken by a new one. */
    void end(String worker) {
        Rival rival;
        synchronized (this) {
            rival = alive.remove(worker);
        }
        if (rival != null) {
            rival.close();
        }
    }

    private Rival start(String worker) {
        var command = new ArrayList<String>();
        if (worker.equals("c")) {
            command.add(settings.program("baseline").toString());
        } else {
            command.add(settings.java());
            command.addAll(JVM_FLAGS);
            command.addAll(List.of("-cp", System.getProperty("java.class.path")));
            command.addAll(List.of("dev.foster.bench.process.worker.Worker", worker));
        }
        try {
            return new Rival(command, settings.root());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private synchronized void killAll() {
        ended = true;
        alive.values().forEach(Rival::terminate);
        alive.values().forEach(Rival::kill);
        alive.clear();
    }

    @Override
    public void close() {
        List.copyOf(alive.keySet()).forEach(this::end);
    }
}
