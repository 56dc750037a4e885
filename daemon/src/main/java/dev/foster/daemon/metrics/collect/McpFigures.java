package dev.foster.daemon.metrics.collect;

import dev.foster.control.McpMethodView;
import dev.foster.control.McpServerView;
import dev.foster.control.McpView;
import dev.foster.daemon.metrics.Families;
import dev.foster.daemon.metrics.Metric;

import java.util.function.Supplier;

/** Who uses the MCP servers, and for what. Names of methods are few: the broker knows them. */
public final class McpFigures implements MetricSource {
    private final Supplier<McpView> servers;

    public McpFigures(Supplier<McpView> servers) {
        this.servers = servers;
    }

    @Override
    public void tell(Families families) {
        McpView view = servers.get();
        for (McpServerView server : view.servers()) {
            families.add(Metric.MCP_SESSIONS, server.sessions(), server.name());
            families.add(Metric.MCP_CHILDREN, server.children(), server.name());
            families.add(Metric.MCP_RESTARTS, server.restarts(), server.name());
        }
        for (McpMethodView method : view.methods()) {
            families.summary(
                    Metric.MCP_CALLS,
                    method.calls(),
                    method.totalMs() / 1000,
                    method.server(),
                    method.method());
            families.add(Metric.MCP_ERRORS, method.errors(), method.server(), method.method());
        }
    }
}
