package dev.foster.bench.mcp;

import dev.foster.bench.kernel.ProcessFigures;
import dev.foster.bench.workshop.Marked;
import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.Ports;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Workshop;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A gateway that listens, until it is closed. */
final class Serving implements Way.Opened {
    private static final Duration START = Duration.ofSeconds(60);
    private static final int CONNECT_MILLIS = 1000;
    private static final int END_SECONDS = 15;

    private final Workshop workshop;
    private final Path place;
    private final Process process;
    private final int port;
    private final String path;

    private Serving(Workshop workshop, Path place, Process process, int port, String path) {
        this.workshop = workshop;
        this.place = place;
        this.process = process;
        this.port = port;
        this.path = path;
    }

    static Serving start(Workshop workshop, Through way) throws TrialFailed {
        try {
            Path place = workshop.place();
            Path said = place.resolve("said");
            int port = Ports.free();
            Gateway gateway = way.gateway();
            Process process =
                    workshop.launch(
                            gateway.command(port, way.options(), way.server()),
                            Map.of(),
                            place,
                            said);
            var serving = new Serving(workshop, place, process, port, gateway.path());
            if (!Pause.until(START, () -> serving.listens() || !process.isAlive())
                    || !process.isAlive()) {
                String why = Files.readString(said).strip();
                serving.close();
                throw new TrialFailed(
                        "it does not listen: " + why.substring(0, Math.min(why.length(), 300)));
            }
            return serving;
        } catch (IOException failure) {
            throw new TrialFailed("it cannot be started: " + failure.getMessage());
        }
    }

    private boolean listens() {
        try (var socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    @Override
    public SessionClient converse() throws TrialFailed {
        return SessionClient.open(port, path, Optional.empty());
    }

    /** A client that shows a token. */
    SessionClient converse(String token) throws TrialFailed {
        return SessionClient.open(port, path, Optional.of(token));
    }

    StatelessClient stateless() throws TrialFailed {
        return new StatelessClient(port, path);
    }

    /** The gateway itself. */
    ProcessFigures own() {
        return ProcessFigures.of(process.pid());
    }

    /** All that runs for it, without itself. */
    List<ProcessHandle> others() {
        return workshop.marked(place).all().stream()
                .filter(other -> other.pid() != process.pid())
                .toList();
    }

    /** The server processes right below it. */
    List<ProcessHandle> servers() {
        return process.children()
                .filter(
                        child ->
                                Marked.program(child).stream()
                                        .anyMatch(program -> program.endsWith("node")))
                .toList();
    }

    @Override
    public double processorSeconds() {
        return own().processorSeconds();
    }

    /** Asks it to end, as a person would; returns how many processes it left behind. */
    int end() {
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException hurry) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        return others().size();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            end();
        }
        workshop.clear(place);
    }
}
