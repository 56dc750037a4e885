package dev.foster.stdio.service;

import dev.foster.process.ProcessEngine;
import dev.foster.stdio.McpService;
import dev.foster.stdio.report.ServiceListener;
import dev.foster.stdio.spec.Credentials;
import dev.foster.stdio.spec.FrontLimits;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.stdio.spec.ServiceSettings;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.ProcTable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** A service as it runs, with real children; when it is closed nothing may be left of it. */
final class LiveService implements AutoCloseable {
    /** Longer than anything takes that works; only a failing test waits for so long. */
    static final Duration SOON = Duration.ofSeconds(20);

    private final Leaks before = Leaks.snapshot();
    private final ProcessEngine engine = ProcessEngine.start();
    private final McpService service;
    private final List<String> ends = new CopyOnWriteArrayList<>();
    private final Map<Long, AtomicInteger> lines = new ConcurrentHashMap<>();
    private final List<Visitor> visitors = new CopyOnWriteArrayList<>();

    private final boolean checked;

    private LiveService(ServiceSettings settings, List<ServerSpec> specs, boolean checked) {
        this.checked = checked;
        try {
            this.service = McpService.start(engine, specs, settings, new Told());
        } catch (IOException cannotListen) {
            engine.close();
            throw new UncheckedIOException(cannotListen);
        }
    }

    static LiveService of(ServerSpec... specs) {
        return of(settings(many()), specs);
    }

    static LiveService of(ServiceSettings settings, ServerSpec... specs) {
        Warm.up();
        return new LiveService(settings, List.of(specs), true);
    }

    /**
     * One of which only the processes have to be gone, for tests with clients that leave things.
     */
    static LiveService careless(ServerSpec... specs) {
        return new LiveService(settings(many()), List.of(specs), false);
    }

    static ServiceSettings settings(FrontLimits limits) {
        return ServiceSettings.loopback(0, Credentials.open()).limits(limits);
    }

    /** Room for more sessions than any test opens. */
    static FrontLimits many() {
        return FrontLimits.defaults().sessions(2_000).sessionsPerCaller(2_000);
    }

    McpService service() {
        return service;
    }

    int port() {
        return service.address().getPort();
    }

    String url(String server) {
        return service.url(server);
    }

    /** A client with a connection to one of the servers. */
    Visitor visitor(String server) {
        Visitor visitor = Visitor.at(port(), server);
        visitors.add(visitor);
        return visitor;
    }

    /** Another connection of a client, which is closed with this service. */
    Visitor beside(Visitor visitor) {
        Visitor other = visitor.beside();
        visitors.add(other);
        return other;
    }

    /** How children ended that were not told to. */
    List<String> ends() {
        return ends;
    }

    /** How many lines a child has written to standard error. */
    int saidBy(long pid) {
        return lines.getOrDefault(pid, new AtomicInteger()).get();
    }

    /** How many children all servers have. */
    int children() {
        return service.servers().stream().mapToInt(server -> server.children()).sum();
    }

    static void await(String what, BooleanSupplier condition) {
        Eventually.until(SOON, what, condition);
    }

    static void awaitGone(long pid) {
        await("process " + pid + " is gone", () -> !ProcTable.running(pid));
    }

    private final class Told implements ServiceListener {
        @Override
        public void childEnded(String server, String how) {
            ends.add(how);
        }

        @Override
        public void childSaid(String server, long pid, String line) {
            lines.computeIfAbsent(pid, _ -> new AtomicInteger()).incrementAndGet();
        }
    }

    @Override
    public void close() {
        visitors.forEach(Visitor::close);
        service.close();
        engine.close();
        if (checked) {
            before.assertNothingLeft();
        } else {
            await(
                    "no process is left",
                    () -> before.left().stream().noneMatch(it -> it.contains("(pid ")));
        }
    }
}
