package dev.foster.bus.broker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What the parts of a broker share. */
final class BrokerState {
    /** The release of the NATS server whose behaviour this broker follows. */
    static final String VERSION = "2.9.10";

    private volatile BrokerOptions options;
    private final SubjectTree tree = new SubjectTree();
    private final ChunkPool pool;
    private final ClientAuthenticator authenticator;
    private final Allowances allowances;
    private final Optional<Troubles> troubles;
    private final String serverId =
            "F" + UUID.randomUUID().toString().replace("-", "").toUpperCase(Locale.ROOT);
    private final Map<Long, ClientConnection> connections = new ConcurrentHashMap<>();
    private final PendingConnections strangers = new PendingConnections();
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong slowConsumers = new AtomicLong();
    // What departed clients had sent: totals must not shrink when someone leaves, not for a moment.
    private final Object totals = new Object();
    private long departedMessages;
    private long departedBytes;
    private volatile int port;
    private volatile List<EventLoop> loops = List.of();

    BrokerState(BrokerOptions options, Optional<Troubles> troubles) {
        this.options = options;
        this.troubles = troubles;
        allowances = new Allowances(options.limits().memory());
        pool = new ChunkPool(options.limits().memory());
        authenticator = new ClientAuthenticator(options.access());
    }

    BrokerOptions options() {
        return options;
    }

    SubjectTree tree() {
        return tree;
    }

    /** From now on, for those who connect; who may come in counts for all. */
    void follow(BrokerOptions other) {
        options = other;
        authenticator.follow(other.access());
    }

    PendingConnections strangers() {
        return strangers;
    }

    Allowances allowances() {
        return allowances;
    }

    ChunkPool pool() {
        return pool;
    }

    ClientAuthenticator authenticator() {
        return authenticator;
    }

    String serverId() {
        return serverId;
    }

    int port() {
        return port;
    }

    void listensAt(int number) {
        port = number;
    }

    void servedBy(List<EventLoop> all) {
        loops = all;
    }

    long nextId() {
        return accepted.incrementAndGet();
    }

    long accepted() {
        return accepted.get();
    }

    long slowConsumers() {
        return slowConsumers.get();
    }

    boolean full() {
        return connections.size() >= options.limits().connections();
    }

    void arrived(ClientConnection connection) {
        connections.put(connection.id(), connection);
        if (!connection.session().admitted()) {
            strangers.add(connection);
        }
    }

    void departed(ClientConnection connection, Refusal reason) {
        troubles.ifPresent(it -> it.tell(connection, reason));
        strangers.remove(connection);
        if (connection.session().forgetAll()) {
            loops.forEach(loop -> loop.execute(loop.router()::forgetGone));
        }
        if (reason == Refusal.SLOW_CONSUMER) {
            slowConsumers.incrementAndGet();
        }
        synchronized (totals) {
            if (connections.remove(connection.id()) != null) {
                departedMessages += connection.session().messagesIn();
                departedBytes += connection.session().bytesIn();
            }
        }
    }

    List<ClientConnection> connections() {
        List<ClientConnection> all = new ArrayList<>(connections.values());
        all.sort(Comparator.comparingLong(ClientConnection::id));
        return all;
    }

    long messagesIn() {
        synchronized (totals) {
            return departedMessages
                    + connections().stream().mapToLong(each -> each.session().messagesIn()).sum();
        }
    }

    long bytesIn() {
        synchronized (totals) {
            return departedBytes
                    + connections().stream().mapToLong(each -> each.session().bytesIn()).sum();
        }
    }

    /**
     * The greeting for a client; clients rely on the space before the line's end being harmless.
     */
    String info(ClientConnection connection, boolean lameDuck) {
        StringBuilder info =
                new StringBuilder("INFO {\"server_id\":").append(ConnectJson.quoted(serverId));
        info.append(",\"server_name\":").append(ConnectJson.quoted(options.name()));
        info.append(",\"version\":").append(ConnectJson.quoted(VERSION));
        info.append(",\"proto\":1,\"go\":\"none\",\"host\":")
                .append(ConnectJson.quoted(options.host()));
        info.append(",\"port\":").append(port).append(",\"headers\":true");
        if (authenticator.guest().isEmpty()) {
            info.append(",\"auth_required\":true");
        }
        if (options.tls().isPresent()) {
            info.append(",\"tls_required\":true");
            if (options.tls().get().verifies()) {
                info.append(",\"tls_verify\":true");
            }
        }
        info.append(",\"max_payload\":").append(options.limits().payload());
        info.append(",\"client_id\":").append(connection.id());
        info.append(",\"client_ip\":").append(ConnectJson.quoted(Peers.host(connection.peer())));
        if (lameDuck) {
            info.append(",\"ldm\":true");
        }
        return info.append("} \r\n").toString();
    }
}
