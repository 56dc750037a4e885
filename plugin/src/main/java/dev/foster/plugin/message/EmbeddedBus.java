package dev.foster.plugin.message;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.BrokerOptions;
import dev.foster.bus.broker.BusUser;
import dev.foster.bus.broker.ClientTrouble;
import dev.foster.bus.broker.Permissions;
import dev.foster.bus.broker.SubjectRules;
import dev.foster.plugin.manifest.Messaging;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A bus in this very process. Every run of a plugin has a name and a password of its own there, and
 * may do no more than its manifest says.
 */
public final class EmbeddedBus extends ReachedBus {
    /** What belongs to the runs of plugins: each to one run, and to Foster. */
    private static final String RUNS = "foster.run.>";

    /** Where people are heard, and believed to be who they are said to be. */
    private static final String CHAT = "foster.chat";

    /** What Foster says and nobody else, whatever a manifest lists. */
    private static final List<String> OURS = List.of(RUNS, "foster.process.>", "foster.usage.>");

    private static final Messaging.Permissions EVERYTHING =
            new Messaging.Permissions(List.of(">"), List.of(">"));

    private final Broker broker;
    private final Set<String> bridges;

    private EmbeddedBus(Broker broker, BusEntry.User me, Set<String> bridges) {
        super(BusEntry.open(List.of(broker.url())).user(me));
        this.broker = broker;
        this.bridges = Set.copyOf(bridges);
    }

    /** Starts one; nobody comes in who was not admitted. */
    public static EmbeddedBus start(BrokerOptions options) {
        return start(options, Set.of(), _ -> {});
    }

    /**
     * Starts one; nobody comes in who was not admitted.
     *
     * @param bridges the plugins that may speak for people
     * @param listener is told of clients which had to go, or could not come in
     */
    public static EmbeddedBus start(
            BrokerOptions options, Set<String> bridges, Consumer<ClientTrouble> listener) {
        var me = new BusEntry.User("foster", Tokens.secret());
        BusUser host = BusUser.of(me.name(), me.password());
        return new EmbeddedBus(
                Broker.start(options.withUser(host).closed(), listener), me, bridges);
    }

    /** The broker itself. */
    public Broker broker() {
        return broker;
    }

    @Override
    public BusEntry admit(String plugin, String run, Optional<Messaging.Permissions> permissions) {
        // Two copies of a plugin may be there at a time, each with a password of its own.
        var user = new BusEntry.User(plugin + "-" + run.substring(0, 6), Tokens.secret());
        broker.addUser(
                new BusUser(
                        user.name(),
                        user.password(),
                        permitted(permissions.orElse(EVERYTHING), plugin, run)));
        return BusEntry.open(entry().servers()).user(user);
    }

    /** What is declared, and what a runner needs; however much is declared, nothing of others. */
    private Permissions permitted(Messaging.Permissions declared, String plugin, String run) {
        var unsaid = new ArrayList<>(OURS);
        if (!bridges.contains(plugin)) {
            unsaid.add(CHAT);
        }
        return Permissions.of(
                new SubjectRules(declared.publish(), unsaid).withAlways(RunSubjects.ready(run)),
                new SubjectRules(declared.subscribe(), List.of(RUNS, CHAT))
                        .withAlways(
                                RunSubjects.ask(run),
                                RunSubjects.stop(run),
                                RunSubjects.inbox(plugin) + ".>"));
    }

    @Override
    public void dismiss(BusEntry entry) {
        entry.user().ifPresent(user -> broker.removeUser(user.name()));
    }

    @Override
    public void close() {
        super.close();
        broker.close();
    }
}
