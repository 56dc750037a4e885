package dev.foster.supervise;

import dev.foster.process.Child;
import dev.foster.process.OutputView;
import dev.foster.process.ProcessEngine;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessEventKind;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

/** A supervisor on real processes, and everything it told; nothing may be left when it closes. */
final class Scene implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Leaks leaks = Leaks.snapshot();
    private final Path directory;
    private final ProcessEngine engine;
    private final Supervisor supervisor;
    private final List<ProcessEvent> told = new CopyOnWriteArrayList<>();
    private final Map<String, String> said = new ConcurrentHashMap<>();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final CountDownLatch attention;

    private Scene(StackSpec stack, CountDownLatch attention) {
        this.attention = attention;
        try {
            directory = Files.createTempDirectory("scene");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        engine = ProcessEngine.start();
        try {
            supervisor = Supervisor.start(engine, stack, directory, new Ears());
        } catch (RuntimeException refused) {
            engine.close();
            throw refused;
        }
    }

    static Scene of(ProcessSpec... processes) {
        return new Scene(StackSpec.of(processes), new CountDownLatch(0));
    }

    /** One whose listener takes nothing in before this latch is open. */
    static Scene inattentive(CountDownLatch attention, ProcessSpec... processes) {
        return new Scene(StackSpec.of(processes), attention);
    }

    Supervisor supervisor() {
        return supervisor;
    }

    void startAll() {
        supervisor.startAll("test");
    }

    ProcessStatus await(String name, Word word) {
        return await(name, state -> state.word() == word);
    }

    /** The state that was as wanted; by now it may be another. */
    ProcessStatus await(String name, Predicate<ProcessStatus> wanted) {
        return Eventually.get(
                        LIMIT,
                        name + " is as wanted",
                        () -> supervisor.state(name),
                        state -> state.filter(wanted).isPresent())
                .orElseThrow();
    }

    void awaitTold(String name, ProcessEventKind kind) {
        Eventually.until(LIMIT, name + " " + kind, () -> !told(name, kind).isEmpty());
    }

    void awaitRemoved(String name) {
        Eventually.until(LIMIT, name + " is gone", () -> supervisor.state(name).isEmpty());
    }

    void awaitStatus(String name, String status) {
        Eventually.until(LIMIT, name + " says " + status, () -> status.equals(said.get(name)));
    }

    List<ProcessEvent> told(String name, ProcessEventKind kind) {
        return told.stream().filter(one -> one.name().equals(name) && one.kind() == kind).toList();
    }

    /** Everything that was told of one process, in order. */
    List<ProcessEvent> told(String name) {
        return told.stream().filter(one -> one.name().equals(name)).toList();
    }

    /** What all processes wrote, each line after the number of its run. */
    List<String> lines() {
        return List.copyOf(lines);
    }

    /** Waits for a line; it may come to us after the end of its process. */
    void awaitLine(String line) {
        Eventually.until(LIMIT, line, () -> lines.contains(line));
    }

    List<String> toldInOrder() {
        return told.stream().map(one -> one.name() + " " + one.kind()).toList();
    }

    @Override
    public void close() {
        supervisor.close();
        engine.close();
        try {
            Files.delete(directory);
        } catch (IOException leftover) {
            throw new UncheckedIOException(leftover);
        }
        leaks.assertNothingLeft();
    }

    private final class Ears implements SupervisorListener {
        @Override
        public void happened(ProcessEvent event, Instant at) {
            try {
                attention.await();
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
            }
            told.add(event);
        }

        @Override
        public void spawned(String name, long run, Child child) {
            var _ =
                    child.output()
                            .lines(OutputView.all(), line -> lines.add(run + " " + line.text()));
        }

        @Override
        public void said(String name, String status) {
            said.put(name, status);
        }
    }
}
