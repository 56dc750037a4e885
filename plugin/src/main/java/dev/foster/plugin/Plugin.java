package dev.foster.plugin;

import dev.foster.plugin.protocol.broker.GrpcBroker;
import dev.foster.plugin.session.PluginConnection;
import dev.foster.plugin.session.ReattachConfig;

import io.grpc.Channel;

import java.util.Optional;

/** One plugin of a host, as the application uses it; the same across all its runs. */
public interface Plugin {

    String id();

    PluginStatus status();

    /**
     * A channel that goes on working when the plugin is restarted.
     *
     * @throws PluginException when the plugin talks NATS: it serves no calls
     */
    Channel channel(WhenAway whenAway);

    /** The same; calls fail at once while the plugin is away. */
    default Channel channel() {
        return channel(WhenAway.FAIL);
    }

    /** The connection to the current run; empty while the plugin is away, or talks NATS. */
    Optional<PluginConnection> connection();

    /**
     * How another program can attach to the current run.
     *
     * @throws PluginException while the plugin is away, and where only this host can speak with it
     */
    default ReattachConfig reattach() {
        return connection()
                .flatMap(PluginConnection::reattach)
                .orElseThrow(
                        () ->
                                new PluginException(
                                        connection().isPresent()
                                                ? PluginException.Kind.UNSUPPORTED
                                                : PluginException.Kind.AWAY,
                                        id(),
                                        "cannot let others attach to plugin "
                                                + id()
                                                + (connection().isPresent()
                                                        ? ": mutual TLS and multiplexing tie it to"
                                                                + " this host; turn them off"
                                                        : ": it is not running; activate it"
                                                                + " first")));
    }

    /**
     * The broker of the current run; it ends with the run.
     *
     * @throws PluginException while the plugin is away
     */
    default GrpcBroker broker() {
        return connection()
                .map(PluginConnection::broker)
                .orElseThrow(
                        () ->
                                new PluginException(
                                        PluginException.Kind.AWAY,
                                        id(),
                                        "cannot use the broker of plugin "
                                                + id()
                                                + ": it is not running; activate it first"));
    }
}
