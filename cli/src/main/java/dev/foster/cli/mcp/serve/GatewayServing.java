package dev.foster.cli.mcp.serve;

import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.ReceivedSignals;
import dev.foster.cli.TerminalText;
import dev.foster.json.JsonText;
import dev.foster.process.Child;
import dev.foster.process.EngineOptions;
import dev.foster.process.EngineOptions.Orphans;
import dev.foster.process.ProcessEngine;
import dev.foster.process.Signal;
import dev.foster.process.StopPlan;
import dev.foster.stdio.McpService;
import dev.foster.stdio.report.ServiceListener;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.stdio.spec.ServiceSettings;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Servers behind HTTP until a signal comes. */
final class GatewayServing implements ServiceListener {
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Invocation invocation;
    private final List<ServerSpec> servers;
    private final ServiceSettings settings;
    private final ServeAccess access;
    private final boolean json;

    GatewayServing(
            Invocation invocation,
            List<ServerSpec> servers,
            ServiceSettings settings,
            ServeAccess access,
            boolean json) {
        this.invocation = invocation;
        this.servers = servers;
        this.settings = settings;
        this.access = access;
        this.json = json;
    }

    int run() {
        EngineOptions alone = EngineOptions.defaults().orphans(Orphans.ALL);
        try (ProcessEngine engine = ProcessEngine.start(alone)) {
            // First the handlers, then the children: from here on a signal ends them in order.
            ReceivedSignals.handle(
                    List.of(Signal.INT, Signal.TERM, Signal.HUP), _ -> received(engine));
            try (McpService service = McpService.start(engine, servers, settings, this)) {
                tell(service);
                ended.await();
            }
            return ExitCodes.OK;
        } catch (IOException failure) {
            invocation
                    .err()
                    .println(
                            "cannot serve at "
                                    + settings.address().getAddress().getHostAddress()
                                    + ":"
                                    + settings.address().getPort()
                                    + ": "
                                    + failure.getMessage()
                                    + "; choose another with --port or --listen");
            return ExitCodes.FAILURE;
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
            return ExitCodes.FAILURE;
        }
    }

    /** The first asks for an orderly end; whoever asks again does not want to wait for it. */
    private void received(ProcessEngine engine) {
        if (ended.getCount() > 0) {
            ended.countDown();
            return;
        }
        for (Child child : engine.children()) {
            var _ = child.stop(StopPlan.kill());
        }
    }

    private void tell(McpService service) {
        List<ClientEntry.Address> addresses =
                servers.stream()
                        .map(
                                server ->
                                        new ClientEntry.Address(
                                                server.name(), service.url(server.name())))
                        .toList();
        if (json) {
            invocation.out().println(JsonText.write(line(addresses)));
        } else {
            addresses.forEach(
                    server -> invocation.out().println(server.name() + "  " + server.url()));
        }
        invocation.out().flush();
        if (!json) {
            explain(addresses);
        }
    }

    private Map<String, Object> line(List<ClientEntry.Address> addresses) {
        var line = new LinkedHashMap<String, Object>();
        line.put(
                "servers",
                addresses.stream()
                        .map(server -> Map.of("name", server.name(), "url", server.url()))
                        .toList());
        access.made().ifPresent(token -> line.put("token", token));
        line.put("pid", ProcessHandle.current().pid());
        return line;
    }

    private void explain(List<ClientEntry.Address> addresses) {
        access.made()
                .ifPresent(
                        token ->
                                invocation
                                        .err()
                                        .println(
                                                "foster: clients need the token "
                                                        + token
                                                        + ", made for this run; keep one with"
                                                        + " --token-file"));
        Optional<String> bearer =
                access.open() ? Optional.empty() : Optional.of(access.made().orElse("YOUR-TOKEN"));
        if (!settings.address().getAddress().isLoopbackAddress()) {
            invocation
                    .err()
                    .println(
                            "foster: whoever reads along in the network sees the token; put a"
                                    + " proxy with TLS in front, or listen on 127.0.0.1");
        }
        invocation.err().println("foster: for a client's configuration:");
        invocation.err().println(ClientEntry.of(addresses, bearer));
    }

    @Override
    public void childEnded(String server, String how) {
        invocation
                .err()
                .println("foster: a process of " + server + " ended: " + TerminalText.line(how));
    }

    @Override
    public void childSaid(String server, long pid, String line) {
        invocation.err().println(server + " | " + TerminalText.line(line));
    }
}
