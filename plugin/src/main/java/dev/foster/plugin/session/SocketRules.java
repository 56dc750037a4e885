package dev.foster.plugin.session;

import dev.foster.plugin.protocol.broker.Translation;
import dev.foster.plugin.protocol.transport.ListenPlace;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the sockets of a plugin and of its host are made.
 *
 * @param parent a folder of its own is made in it for each run, and removed afterwards
 * @param group the name or number of a group that may use the sockets; empty: this user only
 * @param ports for plugins that listen on TCP
 * @param translation for plugins that see another file system or network than the host
 */
public record SocketRules(
        Path parent, Optional<String> group, ListenPlace.Ports ports, Translation translation) {

    /** In the system's folder for temporary files, for this user only. */
    public static SocketRules usual() {
        return new SocketRules(
                ListenPlace.temporaryDirectory(System.getenv()),
                Optional.empty(),
                new ListenPlace.Ports(ListenPlace.LOWEST_PORT, ListenPlace.HIGHEST_PORT),
                Translation.none());
    }

    public SocketRules parent(Path wanted) {
        return new SocketRules(wanted, group, ports, translation);
    }

    public SocketRules group(String wanted) {
        return new SocketRules(parent, Optional.of(wanted), ports, translation);
    }

    public SocketRules ports(int lowest, int highest) {
        return new SocketRules(parent, group, new ListenPlace.Ports(lowest, highest), translation);
    }

    public SocketRules translation(Translation wanted) {
        return new SocketRules(parent, group, ports, wanted);
    }
}
