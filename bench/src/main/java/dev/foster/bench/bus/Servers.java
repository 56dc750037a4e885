package dev.foster.bench.bus;

import dev.foster.bench.scores.Settings;
import dev.foster.bench.workshop.Ports;
import dev.foster.process.SearchPath;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The two servers, each a process of its own for each turn. */
final class Servers {
    static final String FOSTER = "foster";
    static final String NATS = "nats-server";

    private static final int ATTEMPTS = 500;

    private final Settings settings;

    Servers(Settings settings) {
        this.settings = settings;
    }

    /** A server that accepts clients, until it is closed. */
    record Running(Process process, String url) implements AutoCloseable {

        /** Resident memory in MB. */
        double memory() throws IOException {
            for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024.0;
                }
            }
            throw new IOException("the server has no memory: it is gone");
        }

        /** Processor time it has used until now. */
        Duration cpu() {
            return process.info().totalCpuDuration().orElse(Duration.ZERO);
        }

        @Override
        public void close() {
            process.destroy();
            try {
                if (!process.waitFor(10, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException hurry) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }

    Running start(String name) throws IOException, InterruptedException {
        return name.equals(NATS) ? nats() : foster();
    }

    private Running foster() throws IOException {
        var command = new ArrayList<>(List.of(settings.java()));
        command.addAll(settings.fosterFlags());
        command.addAll(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BrokerProgram.class.getName()));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader said = process.inputReader();
        String url = said.readLine();
        if (url == null) {
            process.destroyForcibly();
            throw new IOException("the broker ended before it listened");
        }
        return new Running(process, url);
    }

    /** The program of nats-server, if there is one. */
    static Optional<Path> natsServer() {
        String path = System.getenv().getOrDefault("PATH", "");
        return SearchPath.of("/usr/sbin:/usr/local/bin:" + path).find("nats-server");
    }

    /** Such as {@code nats-server 2.10.27}. */
    static String version() {
        try {
            Path program = natsServer().orElseThrow(() -> new IOException("not there"));
            Process process = new ProcessBuilder(program.toString(), "-v").start();
            String said =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return said.strip().replace(": v", " ");
        } catch (IOException absent) {
            return "nats-server of unknown version";
        }
    }

    private static Running nats() throws IOException, InterruptedException {
        Path program =
                natsServer()
                        .orElseThrow(
                                () ->
                                        new IOException(
                                                "nats-server is not there; install Debian's"
                                                        + " package of that name"));
        int port = Ports.free();
        Process process =
                new ProcessBuilder(
                                program.toString(), "-a", "127.0.0.1", "-p", Integer.toString(port))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        var running = new Running(process, "nats://127.0.0.1:" + port);
        for (int attempt = 0; attempt < ATTEMPTS && process.isAlive(); attempt++) {
            try (var socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
                return running;
            } catch (IOException notYet) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
        }
        running.close();
        throw new IOException("nats-server did not listen at port " + port);
    }
}
