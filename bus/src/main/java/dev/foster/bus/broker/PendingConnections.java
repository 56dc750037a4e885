package dev.foster.bus.broker;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** The connections that have still to say who they are, in the order in which they came. */
final class PendingConnections {
    private final Set<ClientConnection> waiting = new LinkedHashSet<>();

    synchronized void add(ClientConnection connection) {
        waiting.add(connection);
    }

    /** It has said who it is, or is gone. */
    synchronized void remove(ClientConnection connection) {
        waiting.remove(connection);
    }

    /** Who came first, if there are this many or more. */
    synchronized Optional<ClientConnection> firstOf(int most) {
        return waiting.size() < most ? Optional.empty() : waiting.stream().findFirst();
    }
}
