package dev.foster.bench.mcp;

import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Workshop;

import java.util.List;
import java.util.Optional;

/**
 * A gateway in front of a server.
 *
 * @param name in the results
 * @param options of the gateway
 * @param server its command
 */
record Through(String name, Gateway gateway, List<String> options, List<String> server)
        implements Way {

    Through {
        options = List.copyOf(options);
        server = List.copyOf(server);
    }

    @Override
    public String version() {
        return gateway.version();
    }

    @Override
    public Optional<String> missing() {
        return gateway.missing();
    }

    @Override
    public Serving open(Workshop workshop) throws TrialFailed {
        return Serving.start(workshop, this);
    }
}
