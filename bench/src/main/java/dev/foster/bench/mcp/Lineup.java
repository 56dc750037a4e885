package dev.foster.bench.mcp;

import dev.foster.bench.scores.Settings;

import java.nio.file.Path;
import java.util.List;

/** Who takes part in what: the gateways, and the servers behind them. */
final class Lineup {
    private final Gateway foster;
    private final Gateway supergateway;
    private final String node;
    private final String fixture;
    private final String everything;

    Lineup(Settings settings) {
        Path peers = Path.of(System.getProperty("foster.mcp.peers", "bench/target/peers/mcp"));
        foster = new Foster(settings.root());
        supergateway = new Supergateway(peers);
        node = peers.resolve("node").toString();
        fixture = settings.root().resolve("stdio/src/it/fixture/fixture.mjs").toString();
        everything =
                peers.resolve("node_modules/@modelcontextprotocol/server-everything/dist/index.js")
                        .toString();
    }

    private List<String> fixture() {
        return List.of(node, fixture);
    }

    Directly directly() {
        return new Directly(fixture());
    }

    /** Both, in front of the fixture. */
    List<Way> both() {
        return List.of(
                through(Foster.NAME, foster, Foster.OPEN, fixture()),
                through(Supergateway.NAME, supergateway, Supergateway.STATEFUL, fixture()));
    }

    /** Both, and the fixture alone. */
    List<Way> bothAndDirectly() {
        return List.of(both().getFirst(), both().getLast(), directly());
    }

    List<Way> openings() {
        return List.of(
                both().getFirst(),
                through("foster --warm 2", foster, List.of("--no-auth", "--warm", "2"), fixture()),
                both().getLast(),
                directly());
    }

    List<Through> realServer() {
        List<String> server = List.of(node, everything);
        return List.of(
                through(Foster.NAME, foster, Foster.OPEN, server),
                through(Supergateway.NAME, supergateway, Supergateway.STATEFUL, server));
    }

    List<Through> stateless() {
        List<String> modern = List.of(node, fixture, "--modern");
        return List.of(
                through(Foster.NAME, foster, Foster.OPEN, fixture()),
                through("foster, server of 2026-07-28", foster, Foster.OPEN, modern),
                through(Supergateway.NAME, supergateway, Supergateway.STATELESS, fixture()),
                through(
                        "supergateway, server of 2026-07-28",
                        supergateway,
                        Supergateway.STATELESS,
                        modern));
    }

    /** Foster with more options, in front of the fixture. */
    Through soaked(List<String> options) {
        return through(Foster.NAME, foster, options, fixture());
    }

    Gateway peer() {
        return supergateway;
    }

    private static Through through(
            String name, Gateway gateway, List<String> options, List<String> server) {
        return new Through(name, gateway, options, server);
    }
}
