package dev.foster.bus.config;

import dev.foster.bus.broker.BrokerOptions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A broker that is a program of its own: how it listens, and where it shows and writes what it
 * does.
 *
 * @param monitor where it shows what it does
 * @param pidFile where it writes its process id
 * @param logFile where it writes its log instead of standard error
 * @param duck how it leaves gently
 */
public record ServerSettings(
        BrokerOptions options,
        Optional<Address> monitor,
        Optional<Path> pidFile,
        Optional<Path> logFile,
        LameDuck duck) {
    /** The port of every NATS server that was told no other. */
    public static final int PORT = 4222;

    /**
     * How long it takes to leave gently.
     *
     * @param all from the moment it takes no more clients until the last of them has to go
     * @param grace of that, the time for clients to go by themselves
     */
    public record LameDuck(Duration all, Duration grace) {
        /** As a NATS server has it. */
        public static final LameDuck USUAL =
                new LameDuck(Duration.ofMinutes(2), Duration.ofSeconds(10));

        /** The time over which those are let go who did not go by themselves. */
        public Duration spread() {
            return all.compareTo(grace) > 0 ? all.minus(grace) : Duration.ZERO;
        }
    }

    /** Where someone listens; port 0 is a free one. */
    public record Address(String host, int port) {}

    /** Loopback at the usual port, nothing else. */
    public static ServerSettings defaults() {
        return new ServerSettings(
                BrokerOptions.defaults().withPort(PORT),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                LameDuck.USUAL);
    }

    /**
     * Reads a configuration file of a NATS server.
     *
     * @param file from where other file names in it count, too, unless it includes them
     * @param folder where relative names begin
     * @throws ConfigProblem when it cannot be read or asks for what this broker has not
     */
    public static ServerSettings read(Path file, Path folder, Map<String, String> environment) {
        ConfigValue.Block block =
                ConfigParser.parse(
                        open(file, file.toString()),
                        name -> environment.getOrDefault(name, ""),
                        (name, place) -> included(file, name, place));
        return new SettingsReader(folder).read(block);
    }

    private static ConfigText included(Path file, String name, ConfigPlace place) {
        Path other = file.resolveSibling(name);
        if (!Files.isRegularFile(other)) {
            throw place.problem(
                    "cannot include " + name + ": there is no such file; correct the name");
        }
        return open(other, other.toString());
    }

    private static ConfigText open(Path file, String name) {
        try {
            return new ConfigText(name, Files.readString(file));
        } catch (IOException e) {
            String why =
                    Files.exists(file) ? "it is not text that I may read" : "there is no such file";
            throw new ConfigProblem("cannot read " + name + ": " + why + "; name another", e);
        }
    }

    public ServerSettings withOptions(BrokerOptions other) {
        return new ServerSettings(other, monitor, pidFile, logFile, duck);
    }

    public ServerSettings withMonitor(Address where) {
        return new ServerSettings(options, Optional.of(where), pidFile, logFile, duck);
    }

    public ServerSettings withPidFile(Path file) {
        return new ServerSettings(options, monitor, Optional.of(file), logFile, duck);
    }

    public ServerSettings withLogFile(Path file) {
        return new ServerSettings(options, monitor, pidFile, Optional.of(file), duck);
    }
}
