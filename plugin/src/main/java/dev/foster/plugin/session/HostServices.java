package dev.foster.plugin.session;

import io.grpc.netty.NettyServerBuilder;

import java.util.function.Consumer;

/**
 * What the host offers a plugin at an address in its environment. It is there before the plugin
 * starts, and until nothing is left of it.
 *
 * @param variable the plugin finds the address here: {@code host:port}, or {@code unix:} and a path
 * @param transport what the address is
 * @param services adds the services, and has the last word on the server
 */
public record HostServices(
        String variable, Transport transport, Consumer<NettyServerBuilder> services) {

    /** How a plugin reaches the host. */
    public enum Transport {
        /** A port of the loopback address, open to every user of this computer. */
        TCP,
        /** A socket in the run's own folder, open to this user only. */
        UNIX
    }

    /** The name that plugins for Foster look for, over a socket. */
    public static HostServices of(Consumer<NettyServerBuilder> services) {
        return new HostServices("FOSTER_HOST_ADDRESS", Transport.UNIX, services);
    }

    /** As Mattermost offers its API to Python plugins. */
    public static HostServices asMattermost(Consumer<NettyServerBuilder> services) {
        return new HostServices("MATTERMOST_PLUGIN_API_TARGET", Transport.TCP, services);
    }
}
