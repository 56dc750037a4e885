package dev.foster.daemon.metrics.export;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.daemon.config.MetricsSpec;
import dev.foster.daemon.inbound.ListenerSetup;
import dev.foster.daemon.metrics.MetricFamily;
import dev.foster.http.HttpLimits;
import dev.foster.http.HttpServer;
import dev.foster.http.WrongTokens;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A port where the figures can be fetched, and nothing else. */
public final class MetricsServer implements AutoCloseable {
    private static final int CONNECTIONS = 32;

    private final MetricsSpec.Listener spec;
    private final HttpServer server;

    /**
     * Opens it.
     *
     * @throws ControlProblem when nothing can listen there
     */
    public MetricsServer(
            MetricsSpec.Listener spec,
            Supplier<List<MetricFamily>> figures,
            WrongTokens wrongTokens) {
        this.spec = spec;
        try {
            this.server =
                    HttpServer.on(
                            ListenerSetup.resolve(
                                    spec.address(), "offer metrics", "metrics.listen"),
                            Optional.empty(),
                            HttpLimits.defaults().connections(CONNECTIONS),
                            new MetricsHandler(MetricsAccess.of(spec), figures, wrongTokens));
        } catch (IOException taken) {
            throw new ControlProblem(
                    ProblemCode.CONFIGURATION,
                    "cannot offer metrics at "
                            + spec.address()
                            + ": "
                            + taken.getMessage()
                            + "; name another address in metrics.listen");
        }
    }

    public MetricsSpec.Listener spec() {
        return spec;
    }

    /** The port; what was found when any would do. */
    public int port() {
        return server.address() instanceof InetSocketAddress address
                ? address.getPort()
                : spec.address().port();
    }

    /** Where Prometheus finds them. */
    public String url() {
        return "http://" + spec.address().port(port()) + "/metrics";
    }

    @Override
    public void close() {
        server.close();
    }
}
