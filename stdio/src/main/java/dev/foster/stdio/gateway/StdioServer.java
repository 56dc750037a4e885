package dev.foster.stdio.gateway;

import dev.foster.stdio.access.Caller;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.report.ChannelFacts;
import dev.foster.stdio.report.GatewayListener;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.stdio.spec.ServerSpec;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** One configured server: its children, and the clients they are for. */
final class StdioServer implements McpServer, AutoCloseable {
    private static final String EVERYBODY = "";

    /** A channel nobody has used for so long is in nobody's hands. */
    private static final Duration UNUSED = Duration.ofSeconds(1);

    private final ServerSpec spec;
    private final int perCaller;
    private final Places places;
    private final WarmChildren spares;
    private final Greeter greeter;
    private final StartGate gate;
    private final HeldCalls held;
    private final ToolHeaders headers = new ToolHeaders();
    private final GatewayListener listener;
    private final Map<Place, CallerChannel> channels = new ConcurrentHashMap<>();
    private final Map<String, Subscriptions> subscriptions = new ConcurrentHashMap<>();
    private final Set<Lane> lanes = ConcurrentHashMap.newKeySet();
    private final Object channelLock = new Object();
    private final Object sharedLock = new Object();
    private Optional<Lane> shared = Optional.empty();
    private volatile boolean closed;

    /** Whose channel, and for clients of which abilities: a legacy child is told them once. */
    private record Place(String caller, String fingerprint, String capabilities) {
        boolean isOf(Place other) {
            return caller.equals(other.caller) && fingerprint.equals(other.fingerprint);
        }
    }

    /**
     * @param perCaller how many children one modern caller may have
     */
    StdioServer(ServerSpec spec, int perCaller, Source source, GatewayListener listener) {
        this.spec = spec;
        this.perCaller = perCaller;
        this.places = new Places(spec.children() - spec.warm());
        this.spares = new WarmChildren(source, spec.warm());
        this.greeter = new Greeter(spec.era(), spec.times().start());
        this.gate = new StartGate(spec.name(), spec.restart());
        this.held = new HeldCalls(spec.times().held());
        this.listener = listener;
    }

    @Override
    public String name() {
        return spec.name();
    }

    ServerSpec spec() {
        return spec;
    }

    /** Starts what is to be there before anybody comes. */
    void prepare() {
        spares.fill();
    }

    Optional<Era> era() {
        return greeter.era();
    }

    /** How many children it has now, those that wait for clients included. */
    int children() {
        return spares.waiting()
                + (int)
                        lanes.stream()
                                .filter(lane -> lane.supervisor().current().isPresent())
                                .count();
    }

    int restarts() {
        return lanes.stream().mapToInt(lane -> lane.supervisor().restarts()).sum();
    }

    /** The children that are no session's own. */
    List<ChannelFacts> channels() {
        var facts = new ArrayList<ChannelFacts>();
        channels.forEach(
                (place, channel) ->
                        channel.lane()
                                .supervisor()
                                .current()
                                .ifPresent(
                                        child ->
                                                facts.add(
                                                        new ChannelFacts(
                                                                spec.name(),
                                                                place.caller(),
                                                                child.peer().pid(),
                                                                channel.lane()
                                                                        .supervisor()
                                                                        .restarts()))));
        return facts;
    }

    // ---- clients ----

    @Override
    public Talk open(Caller caller, RpcMessage initialize, ClientSink general) {
        Hello hello = Hello.legacy(initialize);
        if (spec.sharing() == ServerSpec.Sharing.SHARED) {
            return new SessionTalk(
                    sharedLane(hello), false, initialize, general, this::environment);
        }
        Lane lane = lane(hello, environment(caller), false);
        return new SessionTalk(lane, true, initialize, general, this::environment);
    }

    @Override
    public Call ask(Caller caller, RpcMessage request, HeaderCheck check, ClientSink aside) {
        Optional<HeaderCheck> left = headers.early(request, check);
        Hello hello = Hello.modern(request);
        Place place = place(caller, hello);
        Optional<CallerChannel> first = unprobed(place);
        if (first.isEmpty()) {
            return channel(caller, hello, place).ask(hello, request, left, aside);
        }
        // Which channel it belongs to depends on the era, which the first child is just asked for.
        CompletableFuture<Greeted> wait = first.get().lane().child();
        return LateCall.after(
                wait,
                wait.handle((_, _) -> place),
                request.id(),
                it -> channel(caller, hello, it).ask(hello, request, left, aside));
    }

    /** Another channel of his, while nobody knows yet which era the server speaks. */
    private Optional<CallerChannel> unprobed(Place place) {
        return greeter.era().isPresent() || channels.containsKey(place)
                ? Optional.empty()
                : channels.entrySet().stream()
                        .filter(it -> it.getKey().isOf(place))
                        .map(Map.Entry::getValue)
                        .findFirst();
    }

    private Place place(Caller caller, Hello hello) {
        boolean own = spec.sharing() == ServerSpec.Sharing.PER_CLIENT;
        return new Place(
                caller.name(),
                own && !environment(caller).isEmpty() ? caller.fingerprint() : EVERYBODY,
                own ? hello.capabilities().json() : EVERYBODY);
    }

    private CallerChannel channel(Caller caller, Hello hello, Place place) {
        if (greeter.era().equals(Optional.of(Era.MODERN))) {
            // A modern child is told with every request what the client can do: one is enough.
            for (Map.Entry<Place, CallerChannel> present : channels.entrySet()) {
                if (present.getKey().isOf(place)) {
                    return present.getValue();
                }
            }
        }
        Optional<CallerChannel> left;
        CallerChannel channel;
        synchronized (channelLock) {
            CallerChannel present = channels.get(place);
            if (present != null) {
                return present;
            }
            left = makeRoom(place);
            channel = channel(caller, laneOf(caller, hello));
            channels.put(place, channel);
        }
        left.ifPresent(this::endOf);
        return channel;
    }

    private Lane laneOf(Caller caller, Hello hello) {
        return spec.sharing() == ServerSpec.Sharing.SHARED
                ? sharedLane(hello)
                : lane(hello, environment(caller), true);
    }

    /**
     * A client says of itself what it likes, and each new thing it says would be another child: at
     * the bound the one it has not used for the longest time goes.
     */
    private Optional<CallerChannel> makeRoom(Place place) {
        List<Map.Entry<Place, CallerChannel>> his =
                channels.entrySet().stream()
                        .filter(it -> it.getKey().caller().equals(place.caller()))
                        .toList();
        if (his.size() < perCaller) {
            return Optional.empty();
        }
        long now = System.nanoTime();
        Map.Entry<Place, CallerChannel> oldest =
                his.stream()
                        .filter(it -> it.getValue().idle(now, UNUSED))
                        .min(Comparator.comparingLong(it -> it.getValue().lane().lastUse() - now))
                        .orElseThrow(this::tooManyOfOne);
        channels.remove(oldest.getKey(), oldest.getValue());
        return Optional.of(oldest.getValue());
    }

    private void endOf(CallerChannel channel) {
        channel.lane().leave(channel);
        if (spec.sharing() == ServerSpec.Sharing.PER_CLIENT) {
            var _ = channel.lane().supervisor().close();
            lanes.remove(channel.lane());
        }
    }

    private CallerChannel channel(Caller caller, Lane lane) {
        return new CallerChannel(
                lane,
                caller.name(),
                headers,
                held,
                subscriptions.computeIfAbsent(caller.name(), _ -> new Subscriptions()),
                spec.hint());
    }

    private Lane sharedLane(Hello hello) {
        synchronized (sharedLock) {
            if (shared.isEmpty() || shared.get().supervisor().over().isDone()) {
                shared = Optional.of(lane(hello, Map.of(), true));
            }
            return shared.get();
        }
    }

    private Lane lane(Hello hello, Map<String, String> environment, boolean renumbered) {
        var lane =
                new Lane(
                        (variables, heard) -> begin(hello, variables, heard, true),
                        spec.restart(),
                        environment,
                        how -> listener.childEnded(spec.name(), how),
                        renumbered,
                        spec.times());
        lanes.add(lane);
        var _ = lane.supervisor().over().thenAccept(_ -> lanes.remove(lane));
        if (closed) {
            // Whoever found this server before it was closed gets no child any more.
            var _ = lane.supervisor().close();
        }
        return lane;
    }

    private Map<String, String> environment(Caller caller) {
        var variables = new HashMap<>(caller.environment());
        spec.tokenVariable()
                .ifPresent(name -> caller.bearer().ifPresent(token -> variables.put(name, token)));
        return variables;
    }

    // ---- children ----

    private CompletableFuture<Greeted> begin(
            Hello hello, Map<String, String> environment, ClientSink heard, boolean mayTryAgain) {
        Optional<RpcProblem> closedGate = gate.closed(System.nanoTime());
        if (closedGate.isPresent()) {
            return CompletableFuture.failedFuture(closedGate.get());
        }
        if (!places.take()) {
            return CompletableFuture.failedFuture(tooMany());
        }
        RpcPeer peer;
        try {
            peer = chosen(spares.start(environment, message -> heard(message, heard)));
            var _ = peer.ended().whenComplete((_, _) -> places.giveBack());
        } catch (RuntimeException cannotStart) {
            places.giveBack();
            gate.failed(System.nanoTime(), String.valueOf(cannotStart.getMessage()));
            return CompletableFuture.failedFuture(
                    new RpcProblem(Mcp.CHILD_GONE, String.valueOf(cannotStart.getMessage())));
        }
        return greeter.greet(peer, hello)
                .thenApply(
                        greeted -> {
                            gate.worked();
                            listener.childStarted(spec.name(), peer.pid(), greeted.era());
                            return greeted;
                        })
                .exceptionallyCompose(
                        failure -> {
                            peer.end();
                            if (mayTryAgain && greeter.askedTooMuch()) {
                                return begin(hello, environment, heard, false);
                            }
                            RpcProblem problem = Failures.problem(failure);
                            gate.failed(System.nanoTime(), problem.text());
                            return CompletableFuture.failedFuture(problem);
                        });
    }

    private RpcPeer chosen(RpcPeer peer) {
        return spec.tools().isAll() ? peer : new ChosenTools(peer, spec.tools());
    }

    private RpcProblem tooMany() {
        return tooMany("there are " + spec.children() + " (children)", "end a session");
    }

    private RpcProblem tooManyOfOne() {
        return tooMany(
                "this caller has " + perCaller + " (sessions_per_caller), and uses all of them",
                "wait for an answer");
    }

    private RpcProblem tooMany(String why, String way) {
        return new RpcProblem(
                Mcp.TOO_MANY,
                "cannot start another child of "
                        + spec.name()
                        + ": "
                        + why
                        + "; "
                        + way
                        + ", or allow more");
    }

    private void heard(RpcMessage message, ClientSink sink) {
        if (message.isFor("notifications/tools/list_changed")) {
            headers.forget();
        }
        sink.say(message);
    }

    // ---- time and end ----

    /** Gives up what nobody came back for, and children nobody uses. */
    void sweep(long now) {
        held.sweep(now);
        lanes.removeIf(lane -> lane.supervisor().isClosed());
        channels.forEach(
                (place, channel) -> {
                    boolean dead = channel.lane().supervisor().isClosed();
                    boolean unused = channel.idle(now, spec.times().idle());
                    if ((dead || unused) && channels.remove(place, channel)) {
                        endOf(channel);
                    }
                });
        subscriptions.values().removeIf(it -> it.isEmpty() && channels.isEmpty());
    }

    /** Stops all children, and waits until nothing is left of them. */
    @Override
    public void close() {
        closed = true;
        subscriptions.values().forEach(Subscriptions::close);
        spares.close();
        CompletableFuture.allOf(
                        lanes.stream()
                                .map(lane -> lane.supervisor().close())
                                .toArray(CompletableFuture[]::new))
                .exceptionally(_ -> null)
                .join();
        channels.clear();
        lanes.clear();
    }
}
