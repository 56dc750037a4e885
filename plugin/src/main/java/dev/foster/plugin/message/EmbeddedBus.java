package dev.foster.plugin.message;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.BrokerOptions;
import dev.foster.bus.broker.BusUser;
import dev.foster.bus.broker.Permissions;
import dev.foster.bus.broker.SubjectRules;
import dev.foster.plugin.manifest.Messaging;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A bus in this very process. Every run of a plugin has a name and a password of its own there, and
 * may do no more than its manifest says.
 */
public final class EmbeddedBus extends ReachedBus {
    /** What Foster itself says, and what people say to it, comes from those who may say so. */
    private static final Permissions ANYTHING =
            Permissions.of(
                    SubjectRules.denying("foster.process.>", "foster.usage.>", "foster.chat"),
                    SubjectRules.denying("foster.run.*.ready", "foster.chat"));

    private final Broker broker;

    private EmbeddedBus(Broker broker, BusEntry.User me) {
        super(BusEntry.open(List.of(broker.url())).user(me));
        this.broker = broker;
    }

    /** Starts one; nobody comes in who was not admitted. */
    public static EmbeddedBus start(BrokerOptions options) {
        var me = new BusEntry.User("foster", Tokens.secret());
        BusUser host = BusUser.of(me.name(), me.password());
        return new EmbeddedBus(Broker.start(options.withUser(host).closed()), me);
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
                        permissions.map(it -> limited(it, plugin, run)).orElse(ANYTHING)));
        return BusEntry.open(entry().servers()).user(user);
    }

    /** What is declared, and what a runner needs. */
    private static Permissions limited(Messaging.Permissions declared, String plugin, String run) {
        var publish = new ArrayList<>(declared.publish());
        publish.add(Subjects.ready(run));
        var subscribe = new ArrayList<>(declared.subscribe());
        subscribe.add(Subjects.ask(run));
        subscribe.add(Subjects.stop(run));
        subscribe.add(Subjects.inbox(plugin) + ".>");
        return Permissions.of(
                new SubjectRules(publish, List.of()), new SubjectRules(subscribe, List.of()));
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
