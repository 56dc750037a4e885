package dev.foster.stdio.http;

import dev.foster.process.Quantities;
import dev.foster.stdio.access.Caller;
import dev.foster.stdio.gateway.Talk;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.report.SessionFacts;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.stdio.spec.FrontLimits;
import dev.foster.stdio.spec.StreamLimits;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/** The stay of a legacy client with one server. */
final class McpSession {
    private static final int MOST_RETIRED = 32;

    /** Of clients that leave without waiting, whose requests go on. */
    private static final int MOST_RUNNING = 256;

    private final SessionId id;
    private final String server;
    private final LongSupplier clock;
    private final InstantSource wall;
    private final SessionStreams streams;
    private final Map<RawJson, Running> running = new ConcurrentHashMap<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Instant opened;
    private final long openedAt;
    private final Set<String> retired = new LinkedHashSet<>();
    private final Set<RawJson> pings = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<String> released = new CompletableFuture<>();
    private Caller caller;
    private volatile Optional<Talk> talk = Optional.empty();
    private volatile boolean open;
    private volatile String version = Mcp.LEGACY_WITHOUT_HEADER;
    private volatile long heardAt;
    private volatile Instant heard;
    private volatile boolean asked;

    McpSession(
            SessionId id,
            String server,
            Caller caller,
            StreamLimits limits,
            LongSupplier clock,
            InstantSource wall) {
        this.id = id;
        this.server = server;
        this.caller = caller;
        this.clock = clock;
        this.wall = wall;
        this.streams = new SessionStreams(limits);
        this.opened = wall.instant();
        this.openedAt = clock.getAsLong();
        this.heardAt = openedAt;
        this.heard = opened;
    }

    SessionId id() {
        return id;
    }

    String server() {
        return server;
    }

    SessionStreams streams() {
        return streams;
    }

    Talk talk() {
        return talk.orElseThrow();
    }

    /** The server has taken it. */
    void began(Talk begun) {
        talk = Optional.of(begun);
    }

    /** The server has greeted its client. */
    void agreed(RpcMessage answer) {
        version = answer.result().flatMap(result -> result.text("protocolVersion")).orElse(version);
        heard();
        open = true;
    }

    /** Whether its client has been greeted. */
    boolean isOpen() {
        return open;
    }

    /** Whether its client understands events that say nothing; the earlier ones choke on them. */
    boolean takesMarks() {
        return version.compareTo(Mcp.LEGACY) >= 0;
    }

    // ---- whose it is ----

    boolean belongsTo(Caller other) {
        return callerName().equals(other.name());
    }

    synchronized String callerName() {
        return caller.name();
    }

    /**
     * Takes note of the credentials of a request. A client may go on using old ones for a while
     * beside the new; coming back to them is no news.
     */
    void seen(Caller latest) {
        synchronized (this) {
            String fingerprint = latest.fingerprint();
            if (fingerprint.equals(caller.fingerprint()) || retired.contains(fingerprint)) {
                return;
            }
            retired.add(caller.fingerprint());
            if (retired.size() > MOST_RETIRED) {
                retired.remove(retired.iterator().next());
            }
            caller = latest;
        }
        talk().renew(latest);
    }

    // ---- requests under way ----

    /** Notes a request; empty when that is fine. */
    Optional<RpcProblem> start(RawJson request, Running begun) {
        if (running.size() >= MOST_RUNNING) {
            return Optional.of(
                    RpcProblem.invalidRequest(
                            "the session has too many requests under way; wait for answers"));
        }
        if (running.putIfAbsent(request, begun) != null) {
            return Optional.of(
                    RpcProblem.invalidRequest(
                            "a request with this id is under way; use another id"));
        }
        return Optional.empty();
    }

    void finished(RawJson request, Running which) {
        if (running.remove(request, which)) {
            heard();
        }
    }

    Optional<Running> running(RawJson request) {
        return Optional.ofNullable(running.get(request));
    }

    // ---- time ----

    /** The client has shown that it is there. */
    void heard() {
        heardAt = clock.getAsLong();
        heard = wall.instant();
        asked = false;
    }

    /** Why it is to end now; asks the client whether it is there when that comes near. */
    Optional<String> overdue(FrontLimits limits) {
        long now = clock.getAsLong();
        if (!limits.age().isZero() && now - openedAt > limits.age().toNanos()) {
            return Optional.of("it has reached the age of " + Quantities.of(limits.age()));
        }
        if (limits.idle().isZero() || !running.isEmpty()) {
            return Optional.empty();
        }
        long idle = now - heardAt;
        if (idle > limits.idle().toNanos()) {
            return Optional.of("nothing came from its client for " + Quantities.of(limits.idle()));
        }
        long before = Math.min(limits.ping().toNanos(), limits.idle().toNanos() / 2);
        if (before > 0 && idle > limits.idle().toNanos() - before && !asked) {
            askWhetherThere();
        }
        return Optional.empty();
    }

    private void askWhetherThere() {
        RawJson question = RawJson.string("foster-ping-" + SessionId.random().shown());
        pings.add(question);
        // A stream that is open proves nothing: the client's end of it may be long dead.
        asked = streams.sayNow(RpcMessage.request(question, "ping", RawJson.emptyObject()));
        if (!asked) {
            pings.remove(question);
        }
    }

    /** Takes an answer of the client that is to our own question. */
    boolean answersPing(RpcMessage response) {
        return pings.remove(response.id());
    }

    // ---- the end ----

    /** True for the first who ends it. */
    boolean end() {
        return ended.compareAndSet(false, true);
    }

    boolean hasEnded() {
        return ended.get();
    }

    /** Answers what is under way and ends all streams. */
    void release(String why) {
        talk.ifPresent(Talk::close);
        answerEnded(why);
        streams.close();
        released.complete(why);
    }

    /** Answers requests that no server answers any more. */
    void answerEnded(String why) {
        running.forEach(
                (request, begun) -> {
                    var problem =
                            new RpcProblem(
                                    Mcp.CHILD_GONE,
                                    "cannot answer: the session has ended ("
                                            + why
                                            + "); initialize again");
                    byte[] line = RpcMessage.error(request, problem).line();
                    streams.answer(begun.recording(), new Answer(404, line));
                });
    }

    /** Runs this when it has ended; at once if it has. */
    void whenReleased(Runnable action) {
        var _ = released.thenRun(action);
    }

    SessionFacts facts() {
        return new SessionFacts(
                id.shown(),
                server,
                callerName(),
                version,
                opened,
                heard,
                running.size(),
                streams.listening(),
                streams.lost(),
                talk.map(Talk::pid).orElse(0L),
                talk.map(Talk::restarts).orElse(0));
    }
}
