package dev.foster.sdk;

import dev.foster.plugin.protocol.broker.GrpcBroker;

import java.util.function.Consumer;

/** What a plugin's services get to work with. */
public final class PluginContext {
    private final int version;
    private final GrpcBroker broker;
    private final Log log;
    private final Consumer<Boolean> health;

    PluginContext(int version, GrpcBroker broker, Log log, Consumer<Boolean> health) {
        this.version = version;
        this.broker = broker;
        this.log = log;
        this.health = health;
    }

    /** The version of the application's protocol that is spoken. */
    public int version() {
        return version;
    }

    /** Makes further connections to and from the host. */
    public GrpcBroker broker() {
        return broker;
    }

    /** The log that the host reads, with levels and fields. */
    public Log log() {
        return log;
    }

    /** What the plugin answers when the host asks how it is; well, until told otherwise. */
    public void healthy(boolean well) {
        health.accept(well);
    }
}
