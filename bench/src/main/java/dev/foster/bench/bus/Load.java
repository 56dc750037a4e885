package dev.foster.bench.bus;

import dev.foster.bench.bus.Servers.Running;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The clients: one Go program, which measures from outside what a server does. */
final class Load {
    private static final int LIMIT_MINUTES = 5;

    private final Path program;

    Load(Path root) {
        this.program = root.resolve("bench/target/go/busload");
    }

    /** Has the clients do one thing with a server; what they measured. */
    Map<String, Double> run(Running server, String step, List<String> options)
            throws IOException, InterruptedException {
        Process process = start(server, step, options);
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException("the clients did not end");
        }
        if (process.exitValue() != 0) {
            throw new IOException("the clients ended with " + process.exitValue());
        }
        return facts(said);
    }

    private Process start(Running server, String step, List<String> options) throws IOException {
        var command = new ArrayList<>(List.of(program.toString(), step, server.url()));
        command.addAll(options);
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /** The server's memory without and with so many clients that do nothing. */
    Map<String, Double> idle(Running server, int clients) throws IOException {
        double before = server.memory();
        Process process = start(server, "idle", List.of("-count", Integer.toString(clients)));
        try (BufferedReader said = process.inputReader()) {
            String connected = said.readLine();
            if (connected == null) {
                throw new IOException("not all of " + clients + " clients could connect");
            }
            double after = server.memory();
            return Map.of("empty_mb", before, "idle_mb", after);
        } finally {
            process.destroyForcibly();
        }
    }

    private static Map<String, Double> facts(String said) {
        var facts = new HashMap<String, Double>();
        said.lines()
                .map(line -> line.split(" ", 2))
                .filter(pair -> pair.length == 2)
                .forEach(pair -> facts.put(pair[0], Double.valueOf(pair[1])));
        return facts;
    }
}
