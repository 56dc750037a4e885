package dev.foster.bus.broker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What one client has said and may do. Only the connection's own event loop calls its commands. */
final class ClientSession implements ClientParser.Commands {
    private static final int REMEMBERED = 64;
    private static final byte[] OK = "+OK\r\n".getBytes(ISO_8859_1);
    private static final byte[] PONG = "PONG\r\n".getBytes(ISO_8859_1);

    private final ClientConnection connection;
    private final BrokerState broker;
    private final Router router;
    private final Map<String, ClientSubscription> subscriptions = new ConcurrentHashMap<>();
    private final TrafficCounter in = new TrafficCounter();
    private volatile ConnectRequest request = ConnectRequest.SILENT;
    private volatile boolean admitted;
    private volatile ClientIdentity identity = ClientIdentity.ANYBODY;
    private final boolean mayHaveBegun;
    private boolean connected;
    private volatile @Nullable ResponsePermits permits;
    private @Nullable SubjectCache<SubjectRules.Verdict> mayPublish;
    // Copies of the request's wishes: read for each message.
    private boolean verbose = true;
    private boolean pedantic = true;
    private boolean echo = true;
    private boolean noResponders;
    private volatile boolean headers;
    private int pingsOut;
    private long pingedAt;
    private volatile long roundTrip;

    ClientSession(ClientConnection connection, BrokerState broker, Router router) {
        this.connection = connection;
        this.broker = broker;
        this.router = router;
        // Whoever needs no credentials may begin at once; where others need them, it has to say
        // something in time.
        admitted = !broker.authenticator().guarded();
        Optional<ClientIdentity> guest = broker.authenticator().guest();
        guest.ifPresent(this::grant);
        mayHaveBegun = guest.isPresent();
    }

    /** Whether it may say something before it says who it is. */
    boolean mayBegin() {
        return mayHaveBegun;
    }

    boolean admitted() {
        return admitted;
    }

    boolean echoes() {
        return echo;
    }

    boolean wantsNoResponders() {
        return noResponders;
    }

    boolean knowsHeaders() {
        return headers;
    }

    @Nullable ResponsePermits permits() {
        return permits;
    }

    /** The user it is, or says it is. */
    String user() {
        String user = identity.user();
        return user.isEmpty() ? request.user() : user;
    }

    ConnectRequest request() {
        return request;
    }

    Map<String, ClientSubscription> subscriptions() {
        return subscriptions;
    }

    long messagesIn() {
        return in.messages();
    }

    long bytesIn() {
        return in.bytes();
    }

    /** Lets others see how much came until now. */
    void tell() {
        in.tell();
    }

    /** How long the client's answer took the last time, in nanoseconds; 0 if it is not known. */
    long roundTrip() {
        return roundTrip;
    }

    /** Counts a PING that is about to be sent; false if too many went unanswered. */
    boolean pingOut(int most, long now) {
        pingedAt = now;
        return ++pingsOut <= most;
    }

    @Override
    public boolean connect(String json) {
        ConnectRequest wish;
        try {
            wish = request.with(json);
        } catch (MalformedJson e) {
            return refused(Refusal.MALFORMED);
        }
        Optional<ClientIdentity> granted = broker.authenticator().admit(wish);
        if (granted.isEmpty()) {
            // Who it says it is, for those who are told.
            request = wish;
            return refused(Refusal.NOT_AUTHORIZED);
        }
        if (wish.protocol() < 0 || wish.protocol() > 1) {
            return refused(Refusal.WRONG_PROTOCOL);
        }
        if (wish.noResponders() && !wish.headers()) {
            return refused(Refusal.NO_HEADERS);
        }
        take(wish, granted.get());
        // Whoever removed this user meanwhile may have looked for its connections too early.
        if (broker.authenticator().admit(wish).isEmpty()) {
            return refused(Refusal.USER_REMOVED);
        }
        connection.parser().connectFirst(false);
        connection.parser().headers(headers);
        connection.introduced();
        return ok();
    }

    private void take(ConnectRequest wish, ClientIdentity granted) {
        request = wish;
        verbose = wish.verbose();
        pedantic = wish.pedantic();
        echo = wish.echo();
        headers = wish.headers();
        noResponders = wish.noResponders();
        grant(granted);
        connected = true;
        comeIn();
    }

    private void grant(ClientIdentity granted) {
        Permissions permissions = granted.permissions();
        identity = granted;
        mayPublish = permissions.publish().restricts() ? new SubjectCache<>(REMEMBERED) : null;
        permits = permissions.responses().map(ResponsePermits::new).orElse(null);
    }

    /** The rules have changed: it goes if it could not come in now, and loses what it may not. */
    void reconsider() {
        ClientAuthenticator authenticator = broker.authenticator();
        Optional<ClientIdentity> granted =
                connected ? authenticator.admit(request) : authenticator.guest();
        if (granted.isPresent()) {
            change(granted.get());
        } else if (connected || mayHaveBegun) {
            var _ = refused(Refusal.NOT_AUTHORIZED);
        }
    }

    private void change(ClientIdentity granted) {
        if (!granted.equals(identity)) {
            grant(granted);
            subscriptions.values().forEach(this::reconsider);
            broker.tree().changed();
        }
    }

    private void reconsider(ClientSubscription subscription) {
        SubjectRules rules = identity.permissions().subscribe();
        if (rules.allows(subscription.subject, subscription.queue)) {
            subscription.withheld = rules.withheldFrom(subscription.subject, subscription.queue);
        } else {
            forget(subscription);
            error(
                    "Permissions Violation for Subscription to \""
                            + subscription.subject
                            + "\" (sid \""
                            + subscription.sid
                            + "\")");
        }
    }

    /** Whoever may speak without CONNECT has come in when it does. */
    private void begin() {
        if (!admitted) {
            comeIn();
        }
    }

    private void comeIn() {
        admitted = true;
        broker.strangers().remove(connection);
    }

    @Override
    public boolean publish(Publication message) {
        begin();
        in.add(message.payloadLength);
        if (pedantic && !Subjects.isLiteral(message.subject())) {
            error("Invalid Publish Subject");
        }
        SubjectCache<SubjectRules.Verdict> cache = mayPublish;
        if (cache != null && !mayPublish(cache, message)) {
            error("Permissions Violation for Publish to \"" + message.subject() + "\"");
            return true;
        }
        var _ = ok();
        router.publish(connection, this, message);
        return true;
    }

    private boolean mayPublish(SubjectCache<SubjectRules.Verdict> cache, Publication message) {
        byte[] bytes = message.bytes;
        int hash = SubjectCache.hash(bytes, message.subjectFrom, message.subjectTo);
        SubjectRules.Verdict verdict =
                cache.find(bytes, message.subjectFrom, message.subjectTo, hash, 0);
        if (verdict == null) {
            verdict = identity.permissions().publish().verdict(message.subject(), null);
            cache.remember(bytes, message.subjectFrom, message.subjectTo, hash, 0, verdict);
        }
        ResponsePermits answers = permits;
        return switch (verdict) {
            case ALLOWED -> true;
            // Whoever asks chooses where the answer goes: that must not open what was shut on
            // purpose.
            case DENIED -> false;
            case UNMENTIONED ->
                    answers != null && answers.use(message.subject(), System.nanoTime());
        };
    }

    /**
     * Whether this client may subscribe to the subject, so that an answer there could be for it.
     */
    boolean mayHear(String subject) {
        SubjectRules rules = identity.permissions().subscribe();
        return !rules.restricts() || rules.allows(subject, null);
    }

    @Override
    public boolean subscribe(String subject, String queue, String sid) {
        begin();
        String group = queue.isEmpty() ? null : queue;
        SubjectRules rules = identity.permissions().subscribe();
        if (!rules.allows(subject, group)) {
            String using = group == null ? "" : " using queue \"" + group + "\"";
            error("Permissions Violation for Subscription to \"" + subject + "\"" + using);
            return true;
        }
        if (!Subjects.isPattern(subject)) {
            error("Invalid Subject");
            return true;
        }
        if (!subscriptions.containsKey(sid)) {
            ClientSubscription added =
                    new ClientSubscription(
                            connection,
                            subject,
                            group,
                            sid,
                            identity.user(),
                            rules.withheldFrom(subject, group));
            if (subscriptions.size() >= broker.options().limits().subscriptions()
                    || !broker.allowances().take(added)) {
                error("maximum subscriptions exceeded");
                return true;
            }
            subscriptions.put(sid, added);
            broker.tree().add(added);
        }
        return ok();
    }

    @Override
    public boolean unsubscribe(String sid, int limit) {
        begin();
        ClientSubscription subscription = subscriptions.get(sid);
        if (subscription != null
                && (limit == 0 || !connection.outbound().limit(subscription, limit))) {
            forget(subscription);
        }
        return ok();
    }

    /** Ends a subscription; any thread may have delivered its last message. */
    void forget(ClientSubscription subscription) {
        if (subscriptions.remove(subscription.sid, subscription)) {
            broker.tree().remove(subscription);
            broker.allowances().giveBack(subscription);
        }
    }

    /** Ends all subscriptions; false if there was none. */
    boolean forgetAll() {
        List<ClientSubscription> mine = new ArrayList<>(subscriptions.values());
        mine.removeIf(each -> !subscriptions.remove(each.sid, each));
        broker.tree().removeAll(mine);
        broker.allowances().giveBack(mine);
        permits = null;
        return !mine.isEmpty();
    }

    @Override
    public boolean ping() {
        begin();
        // A client's first PING answers the greeting, as it were: clients send it at once.
        if (roundTrip == 0) {
            roundTrip = Math.max(1, connection.ageNanos());
        }
        connection.say(PONG);
        return true;
    }

    @Override
    public boolean pong() {
        if (pingsOut == 1) {
            roundTrip = Math.max(1, System.nanoTime() - pingedAt);
        }
        pingsOut = 0;
        return true;
    }

    @Override
    public boolean refused(Refusal refusal) {
        connection.end(refusal);
        return false;
    }

    private boolean ok() {
        if (verbose) {
            connection.say(OK);
        }
        return true;
    }

    private void error(String text) {
        connection.say("-ERR '" + text + "'\r\n");
    }
}
