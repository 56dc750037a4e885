package dev.foster.cli.bus;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.BrokerOptions;
import dev.foster.bus.broker.ClientTrouble;
import dev.foster.bus.config.ConfigProblem;
import dev.foster.bus.config.ServerSettings;
import dev.foster.bus.monitor.Monitor;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.ReceivedSignals;
import dev.foster.cli.UsageProblem;
import dev.foster.thread.SpareMemory;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A broker that serves until it is told to end. */
final class BusServing {
    /** Long enough for clients to hear that we go, too short for anyone who waits for that. */
    private static final Duration GRACE = Duration.ofMillis(100);

    private static final long LEAVE_SECONDS = 5;

    private enum Order {
        RELOAD,
        LEAVE_GENTLY,
        END
    }

    private final LinkedBlockingQueue<Order> orders = new LinkedBlockingQueue<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Invocation invocation;
    private final ServerSettings settings;
    private final Supplier<ServerSettings> again;

    /** {@code again} reads the settings anew. */
    BusServing(Invocation invocation, ServerSettings settings, Supplier<ServerSettings> again) {
        this.invocation = invocation;
        this.settings = settings;
        this.again = again;
    }

    int run() {
        try (ServerLog log = ServerLog.to(invocation.err(), settings.logFile())) {
            return serve(log);
        } catch (UncheckedIOException failure) {
            invocation.err().println(failure.getMessage());
            return ExitCodes.FAILURE;
        }
    }

    private int serve(ServerLog log) {
        // Before anybody can know that we are there, and end us in disorder.
        Runtime.getRuntime().addShutdownHook(new Thread(this::end, "bus-end"));
        ReceivedSignals.handle(
                () -> orders.add(Order.RELOAD), () -> orders.add(Order.LEAVE_GENTLY));
        BrokerOptions options = settings.options();
        log.information("Starting a bus that stands in for nats-server");
        try (Broker broker = Broker.start(options, trouble -> log.error(words(trouble)));
                SpareMemory _ = SpareMemory.watch(why -> log.warning("Memory: " + why));
                Monitor monitor = monitor(broker)) {
            settings.pidFile().ifPresent(BusServing::writePid);
            if (monitor != null) {
                String host = settings.monitor().orElseThrow().host();
                log.information("Starting http monitor on " + at(host, monitor.port()));
            }
            warn(broker, log);
            log.information(
                    "Listening for client connections on " + at(options.host(), broker.port()));
            log.information("Server is ready");
            obey(broker, log);
            log.information("Initiating Shutdown...");
            broker.lameDuck(GRACE, Duration.ZERO);
            log.information("Server Exiting..");
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
            return ExitCodes.FAILURE;
        } finally {
            settings.pidFile().ifPresent(BusServing::deletePid);
            // Also when it never began: the program's end must not wait for us.
            ended.countDown();
        }
        return ExitCodes.OK;
    }

    /** Does as it is told until it shall end. */
    private void obey(Broker broker, ServerLog log) throws InterruptedException {
        boolean leaving = false;
        while (true) {
            switch (orders.take()) {
                case RELOAD -> reload(broker, log);
                case LEAVE_GENTLY -> {
                    if (!leaving) {
                        leaving = true;
                        log.information("Entering lame duck mode, stop accepting new clients");
                        Thread.ofPlatform().daemon().start(() -> leaveGently(broker));
                    }
                }
                case END -> {
                    return;
                }
            }
        }
    }

    private void leaveGently(Broker broker) {
        try {
            broker.lameDuck(settings.duck().grace(), settings.duck().spread());
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        } finally {
            orders.add(Order.END);
        }
    }

    private void reload(Broker broker, ServerLog log) {
        try {
            log.reopen();
            ServerSettings read = again.get();
            refuseToMove(read);
            broker.reload(read.options());
            log.information("Reloaded server configuration");
        } catch (ConfigProblem | UsageProblem | UncheckedIOException problem) {
            log.error("Failed to reload server configuration: " + problem.getMessage());
        }
    }

    /** What cannot change while clients are there. */
    private void refuseToMove(ServerSettings read) {
        BrokerOptions before = settings.options();
        BrokerOptions now = read.options();
        Map<String, Boolean> moved = new LinkedHashMap<>();
        moved.put("host", !now.host().equals(before.host()));
        moved.put("port", now.port() != before.port());
        moved.put("server_name", !now.name().equals(before.name()));
        moved.put("max_control_line", now.limits().controlLine() != before.limits().controlLine());
        moved.put("http", !read.monitor().equals(settings.monitor()));
        moved.put("pid_file", !read.pidFile().equals(settings.pidFile()));
        moved.put("log_file", !read.logFile().equals(settings.logFile()));
        moved.forEach(
                (key, changed) -> {
                    if (changed) {
                        throw new UsageProblem(
                                "cannot change "
                                        + key
                                        + " of a bus that runs: clients rely on it; change it back,"
                                        + " or start the bus again");
                    }
                });
    }

    private static String words(ClientTrouble trouble) {
        String user = trouble.user().isEmpty() ? "" : " - User \"" + trouble.user() + "\"";
        String others =
                trouble.others() == 0 ? "" : " (" + trouble.others() + " more before it not shown)";
        return trouble.peer()
                + " - cid:"
                + trouble.connection()
                + " - "
                + trouble.why()
                + user
                + others;
    }

    private static String at(String host, int port) {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /** Runs when a signal ends the program: lets the broker leave in order first. */
    private void end() {
        orders.add(Order.END);
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
        BrokerOptions options = broker.options();
        List<String> missing = Exposure.missing(options);
        if (!missing.isEmpty() && !Exposure.onLoopback(options.host())) {
            log.warning(
                    "Whoever reaches "
                            + at(options.host(), broker.port())
                            + " may "
                            + String.join(" and ", missing)
                            + ": --insecure allows that");
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
