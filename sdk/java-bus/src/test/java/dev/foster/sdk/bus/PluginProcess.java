package dev.foster.sdk.bus;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.testkit.Eventually;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Subscription;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The runner, as a process of its own, with a plugin from {@link Samples}. */
final class PluginProcess implements AutoCloseable {
    static final Duration SOON = Duration.ofSeconds(30);
    private static final AtomicInteger RUNS = new AtomicInteger();

    private final Process process;
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final List<String> output = new CopyOnWriteArrayList<>();
    private final List<Thread> readers;
    private final String run;

    private PluginProcess(Process process, String run) {
        this.process = process;
        this.run = run;
        this.readers =
                List.of(
                        read(process.getErrorStream(), errors),
                        read(process.getInputStream(), output));
    }

    private static Thread read(InputStream stream, List<String> lines) {
        return Thread.ofVirtual()
                .start(
                        () -> {
                            try (var reader =
                                    new BufferedReader(new InputStreamReader(stream, UTF_8))) {
                                reader.lines().forEach(lines::add);
                            } catch (IOException | UncheckedIOException closed) {
                                lines.add("(cut off)");
                            }
                        });
    }

    /** What the host would set for a plugin, to be changed by a test. */
    static Map<String, String> environment(TestBus bus) {
        var environment = new HashMap<String, String>();
        environment.put("FOSTER_BUS_SERVERS", bus.url());
        environment.put("FOSTER_BUS_USER", "host");
        environment.put("FOSTER_BUS_PASSWORD", "open sesame");
        environment.put("FOSTER_BUS_INBOX", "_INBOX.sample");
        environment.put("FOSTER_BUS_CONNECT_TIMEOUT", "20");
        environment.put("FOSTER_PLUGIN_ID", "sample");
        environment.put("FOSTER_PLUGIN_RUN", "run" + RUNS.incrementAndGet());
        environment.put("FOSTER_PLUGIN_QUEUE", "sample");
        environment.put("FOSTER_PLUGIN_DRAIN", "20");
        return environment;
    }

    static PluginProcess start(Map<String, String> environment, Class<?> plugin, String... more)
            throws IOException {
        var arguments = new ArrayList<>(List.of(plugin.getName()));
        arguments.addAll(List.of(more));
        return start(environment, System.getProperty("java.class.path"), arguments);
    }

    static PluginProcess start(
            Map<String, String> environment, String classPath, List<String> arguments)
            throws IOException {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m"));
        command.addAll(List.of("-XX:-UsePerfData", "-cp", classPath, Runner.class.getName()));
        command.addAll(arguments);
        // A JVM leaves alone what was ignored when it began, as SIGINT is in a shell's background.
        command.addAll(0, List.of("env", "--default-signal=INT,TERM"));
        var builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        return new PluginProcess(
                builder.start(), environment.getOrDefault("FOSTER_PLUGIN_RUN", "none"));
    }

    /** Starts one and waits until it says that it is ready; gives what it said. */
    static PluginProcess startReady(
            Connection host, Map<String, String> environment, Class<?> plugin, String... more)
            throws Exception {
        Subscription ready =
                host.subscribe("foster.run." + environment.get("FOSTER_PLUGIN_RUN") + ".ready");
        host.flush(SOON);
        PluginProcess started = start(environment, plugin, more);
        Message message = ready.nextMessage(SOON);
        assertThat(message).as("ready, or else: %s", started.errors).isNotNull();
        started.ready = new String(message.getData(), UTF_8);
        ready.unsubscribe();
        return started;
    }

    private volatile String ready = "";

    String ready() {
        return ready;
    }

    String subject(String verb) {
        return "foster.run." + run + "." + verb;
    }

    long pid() {
        return process.pid();
    }

    List<String> errors() {
        return errors;
    }

    List<String> output() {
        return output;
    }

    void endInput() throws IOException {
        process.getOutputStream().close();
    }

    void signal(String name) {
        try {
            int code =
                    new ProcessBuilder("kill", "-" + name, "" + process.pid())
                            .inheritIO()
                            .start()
                            .waitFor();
            assertThat(code).as("kill").isZero();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void awaitError(String text) {
        Eventually.until(
                SOON,
                text + " on standard error",
                () -> errors.stream().anyMatch(line -> line.contains(text)));
    }

    /** How it ended, all it said being read. */
    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS))
                .as("it ends; it said %s", errors)
                .isTrue();
        for (Thread reader : readers) {
            reader.join();
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
        try {
            for (Thread reader : readers) {
                reader.join();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
