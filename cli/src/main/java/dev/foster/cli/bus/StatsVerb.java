package dev.foster.cli.bus;

import dev.foster.cli.Arguments;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.TerminalText;
import dev.foster.control.Amounts;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import io.nats.client.api.ServerInfo;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** {@code foster bus stats}. */
final class StatsVerb extends ClientVerb {
    private static final double MILLISECOND = 1e6;

    private static final Options OPTIONS =
            BusOptions.addedTo(
                            Options.of("bus stats", "show the bus")
                                    .about(
                                            """
                                            Shows which server this is, what it allows and how far away it is; with --monitor also what it is
                                            doing, as its monitoring port tells.
                                            """)
                                    .value(
                                            "--monitor",
                                            "URL",
                                            "where it serves /varz, such as http://127.0.0.1:8222")
                                    .flag("--json", "one JSON object, for programs"))
                    .example("foster bus stats")
                    .example(
                            "foster bus stats --server nats://demo:4222 --monitor http://demo:8222"
                                    + " --json");

    StatsVerb(Invocation invocation) {
        super(invocation, OPTIONS, "show what the bus is and does");
    }

    @Override
    void check(Arguments arguments) {
        arguments.value("--monitor").ifPresent(MonitorPage::check);
    }

    @Override
    int run(Arguments arguments, BusSession session) throws InterruptedException {
        ServerInfo server = session.connection().getServerInfo();
        Members members =
                Members.none()
                        .put("url", String.valueOf(session.connection().getConnectedUrl()))
                        .put("name", server.getServerName())
                        .put("id", server.getServerId())
                        .put("version", server.getVersion())
                        .put("round_trip_ms", roundTrip(session).toNanos() / MILLISECOND)
                        .put("max_payload", server.getMaxPayload())
                        .put("headers", server.isHeadersSupported())
                        .put("auth_required", server.isAuthRequired())
                        .put("tls_required", server.isTLSRequired())
                        .put("jetstream", server.isJetStreamAvailable())
                        .put("client_id", (long) server.getClientId());
        new TreeMap<>(session.target().traffic()).forEach(members::put);
        arguments.value("--monitor").ifPresent(url -> MonitorPage.read(url).forEach(members::put));
        if (arguments.has("--json")) {
            invocation.out().println(JsonText.write(members.object()));
        } else {
            show(members.object());
        }
        return ExitCodes.OK;
    }

    private static Duration roundTrip(BusSession session) {
        try {
            return session.connection().RTT();
        } catch (IOException lost) {
            throw new BusVerbProblem(
                    ExitCodes.FAILURE, "cannot measure the way to the bus: it was lost; try again");
        }
    }

    private void show(Map<String, Object> members) {
        for (Map.Entry<String, Object> member : members.entrySet()) {
            String name = member.getKey().replace('_', ' ');
            Object value =
                    member.getValue() instanceof Double number
                            ? Amounts.tenths(number)
                            : member.getValue();
            String gap = " ".repeat(Math.max(1, 18 - name.length()));
            invocation.out().println(TerminalText.line(name + gap + value));
        }
    }
}
