package dev.foster.plugin.message;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.BrokerOptions;
import dev.foster.bus.broker.BusUser;
import dev.foster.bus.broker.ClientTrouble;
import dev.foster.bus.broker.Permissions;
import dev.foster.bus.broker.SubjectRules;
import dev.foster.plugin.manifest.Messaging;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A bus in this very process. Every run of a plugin has a name and a password of its own there, and
 * may do no more than its manifest says.
 */
public final class EmbeddedBus extends ReachedBus {
    /** What belongs to the runs of plugins: each to one run, and to Foster. */
    private static final String RUNS = "foster.run.>";

    private final Broker broker;

    private EmbeddedBus(Broker broker, BusEntry.User me) {
        super(BusEntry.open(List.of(broker.url())).user(me));
        this.broker = broker;
    }

    /** Starts one; nobody comes in who was not admitted. */
    public static EmbeddedBus start(BrokerOptions options) {
        return start(options, _ -> {});
    }

    /** Starts one that tells of clients which had to go, or could not come in. */
    public static EmbeddedBus start(BrokerOptions options, Consumer<ClientTrouble> listener) {
        var me = new BusEntry.User("foster", Tokens.secret());
        BusUser host = BusUser.of(me.name(), me.password());
        return new EmbeddedBus(Broker.start(options.withUser(host).closed(), listener), me);
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
                        permissions
                                .map(it -> limited(it, plugin, run))
                                .orElseGet(() -> anything(run))));
        return BusEntry.open(entry().servers()).user(user);
    }

    /** What Foster itself says, and what people say to it, comes from those who may say so. */
    private static Permissions anything(String run) {
        return Permissions.of(
                SubjectRules.denying(RUNS, "foster.process.>", "foster.usage.>", "foster.chat")
                        .withAlways(Subjects.ready(run)),
                SubjectRules.denying(RUNS, "foster.chat")
                        .withAlways(Subjects.ask(run), Subjects.stop(run)));
    }

    /** What is declared, and what a runner needs; however much is declared, no run of others. */
    private static Permissions limited(Messaging.Permissions declared, String plugin, String run) {
        return Permissions.of(
                new SubjectRules(declared.publish(), List.of(RUNS)).withAlways(Subjects.ready(run)),
                new SubjectRules(declared.subscribe(), List.of(RUNS))
                        .withAlways(
                                Subjects.ask(run),
                                Subjects.stop(run),
                                Subjects.inbox(plugin) + ".>"));
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
