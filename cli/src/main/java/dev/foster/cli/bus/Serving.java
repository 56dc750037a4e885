package dev.foster.cli.bus;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.BrokerOptions;
import dev.foster.bus.config.ServerSettings;
import dev.foster.bus.monitor.Monitor;
import dev.foster.cli.Caller;
import dev.foster.cli.ExitCodes;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A broker that serves until it is told to end. */
final class Serving {
    /** Long enough for clients to hear that we go, too short for anyone who waits for that. */
    private static final Duration GRACE = Duration.ofMillis(100);

    private static final long LEAVE_SECONDS = 5;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Caller caller;
    private final ServerSettings settings;

    Serving(Caller caller, ServerSettings settings) {
        this.caller = caller;
        this.settings = settings;
    }

    int run() {
        try (ServerLog log = ServerLog.to(caller.err(), settings.logFile())) {
            return serve(log);
        } catch (UncheckedIOException failure) {
            caller.err().println(failure.getMessage());
            return ExitCodes.FAILURE;
        }
    }

    private int serve(ServerLog log) {
        var asked = new CountDownLatch(1);
        // Before anybody can know that we are there, and end us in disorder.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(asked), "bus-end"));
        BrokerOptions options = settings.options();
        log.information("Starting a bus that stands in for nats-server");
        try (Broker broker = Broker.start(options);
                Monitor monitor = monitor(broker)) {
            settings.pidFile().ifPresent(Serving::writePid);
            if (monitor != null) {
                log.information("Starting http monitor on " + monitor.url().substring(7));
            }
            warn(broker, log);
            log.information(
                    "Listening for client connections on " + options.host() + ":" + broker.port());
            log.information("Server is ready");
            asked.await();
            log.information("Initiating Shutdown...");
            broker.lameDuck(GRACE, Duration.ZERO);
            log.information("Server Exiting..");
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
            return ExitCodes.FAILURE;
        } finally {
            settings.pidFile().ifPresent(Serving::deletePid);
            // Also when it never began: the program's end must not wait for us.
            ended.countDown();
        }
        return ExitCodes.OK;
    }

    /** Runs when a signal ends the program: lets the broker leave in order first. */
    private void end(CountDownLatch asked) {
        asked.countDown();
        try {
            var _ = ended.await(LEAVE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable Monitor monitor(Broker broker) {
        return settings.monitor()
                .map(where -> Monitor.start(broker, where.host(), where.port()))
                .orElse(null);
    }

    private static void warn(Broker broker, ServerLog log) {
        String host = broker.options().host();
        if (!broker.guarded() && !loopback(host)) {
            log.warning(
                    "Whoever reaches "
                            + host
                            + ":"
                            + broker.port()
                            + " may use this bus; ask for --user and --pass, or --auth");
        }
    }

    private static boolean loopback(String host) {
        try {
            return Arrays.stream(InetAddress.getAllByName(host))
                    .allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    private static void writePid(Path file) {
        try {
            Files.writeString(file, Long.toString(ProcessHandle.current().pid()));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot write the process id to " + file + ": " + e + "; name another file", e);
        }
    }

    private static void deletePid(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException left) {
            // It names a process that is gone, which is what such files do.
            return;
        }
    }
}
