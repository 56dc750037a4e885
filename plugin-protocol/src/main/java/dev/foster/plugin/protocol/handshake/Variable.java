package dev.foster.plugin.protocol.handshake;

import java.util.Set;

/** The names of the environment variables by which a host talks to the plugin it starts. */
public final class Variable {
    /** The app protocol versions the host accepts, separated by commas. */
    public static final String PROTOCOL_VERSIONS = "PLUGIN_PROTOCOL_VERSIONS";

    public static final String MIN_PORT = "PLUGIN_MIN_PORT";
    public static final String MAX_PORT = "PLUGIN_MAX_PORT";

    /** {@code true} when brokered connections are to share the first one. */
    public static final String MULTIPLEX_GRPC = "PLUGIN_MULTIPLEX_GRPC";

    /** The host's certificate in PEM; its presence asks for mutual TLS. */
    public static final String CLIENT_CERT = "PLUGIN_CLIENT_CERT";

    /** The group, by name or number, that may use the plugin's sockets. */
    public static final String UNIX_SOCKET_GROUP = "PLUGIN_UNIX_SOCKET_GROUP";

    /** Where the plugin makes its sockets. */
    public static final String UNIX_SOCKET_DIR = "PLUGIN_UNIX_SOCKET_DIR";

    /**
     * All of them. A plugin that is itself a host must not hand its own on: they would ask its
     * plugins for things it does not know of.
     */
    public static final Set<String> ALL =
            Set.of(
                    PROTOCOL_VERSIONS,
                    MIN_PORT,
                    MAX_PORT,
                    MULTIPLEX_GRPC,
                    CLIENT_CERT,
                    UNIX_SOCKET_GROUP,
                    UNIX_SOCKET_DIR);

    private Variable() {}
}
