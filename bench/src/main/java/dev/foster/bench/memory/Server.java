package dev.foster.bench.memory;

import dev.foster.bench.workshop.Contender;
import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.Ports;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Workshop;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A program that is flooded: a process of its own for each turn. */
final class Server implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);

    /**
     * Which program it is.
     *
     * @param command with {@code PORT} where its port is to stand
     * @param project the text of a foster.yaml in its folder, likewise; empty for none
     * @param onSocket whether its clients come through the socket of that project
     */
    record Kind(String name, String version, List<String> command, String project, boolean onSocket)
            implements Contender {
        @Override
        public Optional<String> missing() {
            return Files.isExecutable(Path.of(command.getFirst()))
                    ? Optional.empty()
                    : Optional.of(command.getFirst() + " is not there");
        }
    }

    private final Workshop workshop;
    private final Path folder;
    private final Process process;
    private final SocketAddress address;

    private Server(Workshop workshop, Path folder, Process process, SocketAddress address) {
        this.workshop = workshop;
        this.folder = folder;
        this.process = process;
        this.address = address;
    }

    /** Starts one and waits until it lets clients in. */
    static Server start(Workshop workshop, Kind kind) throws IOException, TrialFailed {
        Path folder = workshop.place();
        int port = Ports.free();
        String number = Integer.toString(port);
        if (!kind.project().isEmpty()) {
            Files.writeString(
                    folder.resolve("foster.yaml"), kind.project().replace("PORT", number));
        }
        List<String> command =
                kind.command().stream().map(word -> word.replace("PORT", number)).toList();
        Map<String, String> environment =
                Map.of(
                        "FOSTER_STATE_DIR", folder.resolve("state").toString(),
                        "FOSTER_RUNTIME_DIR", folder.resolve("run").toString());
        Process process = workshop.launch(command, environment, folder, folder.resolve("output"));
        var address = new Found(folder, kind.onSocket(), port);
        if (!Pause.until(START, address::answers)) {
            workshop.clear(folder);
            throw new TrialFailed("it lets nobody in");
        }
        return new Server(workshop, folder, process, address.find().orElseThrow());
    }

    /** Where it listens, once it does. */
    private record Found(Path folder, boolean onSocket, int port) {
        Optional<SocketAddress> find() {
            if (!onSocket) {
                return Optional.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            }
            try (Stream<Path> files = Files.walk(folder.resolve("run"))) {
                return files.filter(file -> file.endsWith("socket"))
                        .findFirst()
                        .map(UnixDomainSocketAddress::of);
            } catch (IOException notYet) {
                return Optional.empty();
            }
        }

        boolean answers() {
            Optional<SocketAddress> found = find();
            if (found.isEmpty()) {
                return false;
            }
            try (SocketChannel channel = open(found.get())) {
                return channel.isConnected();
            } catch (IOException notYet) {
                return false;
            }
        }
    }

    private static SocketChannel open(SocketAddress address) throws IOException {
        SocketChannel channel =
                SocketChannel.open(
                        address instanceof UnixDomainSocketAddress
                                ? StandardProtocolFamily.UNIX
                                : StandardProtocolFamily.INET);
        channel.connect(address);
        return channel;
    }

    SocketChannel connect() throws IOException {
        return open(address);
    }

    Path folder() {
        return folder;
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroy();
        var _ =
                process.onExit()
                        .orTimeout(START.toSeconds(), java.util.concurrent.TimeUnit.SECONDS)
                        .exceptionally(_ -> process)
                        .join();
        workshop.clear(folder);
    }
}
