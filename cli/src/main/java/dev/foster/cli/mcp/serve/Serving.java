package dev.foster.cli.mcp.serve;

import dev.foster.cli.Caller;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.ReceivedSignals;
import dev.foster.cli.Safe;
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
final class Serving implements ServiceListener {
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Caller caller;
    private final List<ServerSpec> servers;
    private final ServiceSettings settings;
    private final Admission admission;
    private final boolean json;

    Serving(
            Caller caller,
            List<ServerSpec> servers,
            ServiceSettings settings,
            Admission admission,
            boolean json) {
        this.caller = caller;
        this.servers = servers;
        this.settings = settings;
        this.admission = admission;
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
            caller.err()
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
            caller.out().println(JsonText.write(line(addresses)));
        } else {
            addresses.forEach(server -> caller.out().println(server.name() + "  " + server.url()));
        }
        caller.out().flush();
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
        admission.made().ifPresent(token -> line.put("token", token));
        line.put("pid", ProcessHandle.current().pid());
        return line;
    }

    private void explain(List<ClientEntry.Address> addresses) {
        admission
                .made()
                .ifPresent(
                        token ->
                                caller.err()
                                        .println(
                                                "foster: clients need the token "
                                                        + token
                                                        + ", made for this run; keep one with"
                                                        + " --token-file"));
        Optional<String> bearer =
                admission.open()
                        ? Optional.empty()
                        : Optional.of(admission.made().orElse("YOUR-TOKEN"));
        if (!settings.address().getAddress().isLoopbackAddress()) {
            caller.err()
                    .println(
                            "foster: whoever reads along in the network sees the token; put a"
                                    + " proxy with TLS in front, or listen on 127.0.0.1");
        }
        caller.err().println("foster: for a client's configuration:");
        caller.err().println(ClientEntry.of(addresses, bearer));
    }

    @Override
    public void childEnded(String server, String how) {
        caller.err().println("foster: a process of " + server + " ended: " + Safe.line(how));
    }

    @Override
    public void childSaid(String server, long pid, String line) {
        caller.err().println(server + " | " + Safe.line(line));
    }
}
