package dev.foster.stdio.gateway;

import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.stdio.spec.Times;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The way to one child at a time, for one client or several. The child may end and be replaced
 * underneath; requests that come meanwhile wait for the next one, requests that were under way are
 * answered with an error.
 *
 * <p>A lane of a single legacy client passes ids on as they are. In every other lane two clients
 * may use the same id, so requests and progress tokens are numbered anew on the way to the child.
 */
final class Lane {
    private final ChildSupervisor supervisor;
    private final boolean renumbered;
    private final Times times;
    private final Flights flights = new Flights();
    private final Set<Guest> guests = ConcurrentHashMap.newKeySet();
    private final Map<RawJson, Asked> asked = new ConcurrentHashMap<>();
    private final Map<String, Set<Guest>> watchers = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile long lastUse = System.nanoTime();

    /** Who was asked something, and which child wants to know. */
    private record Asked(Guest guest, RpcPeer child) {}

    /** A child as the lane hears it; it may speak before it has been greeted. */
    private final class Voice implements ClientSink {
        private volatile Optional<RpcPeer> child = Optional.empty();

        @Override
        public void say(RpcMessage message) {
            heard(child.or(() -> supervisor.current().map(Greeted::peer)), message);
        }

        Greeted is(Greeted greeted) {
            child = Optional.of(greeted.peer());
            return greeted;
        }
    }

    /** Starts and greets a child, for somebody who hears what it says. */
    @FunctionalInterface
    interface Start {
        CompletableFuture<Greeted> begin(Map<String, String> environment, ClientSink heard);
    }

    /**
     * @param environment the variables of the client it is for
     * @param ended hears of ends that nobody asked for
     * @param renumbered whether requests are numbered anew
     */
    Lane(
            Start start,
            RestartPolicy restart,
            Map<String, String> environment,
            Consumer<String> ended,
            boolean renumbered,
            Times times) {
        this.renumbered = renumbered;
        this.times = times;
        this.supervisor =
                new ChildSupervisor(
                        variables -> {
                            var voice = new Voice();
                            return start.begin(variables, voice).thenApply(voice::is);
                        },
                        restart,
                        environment,
                        new Told(ended),
                        Lane::now);
    }

    private static Moment now() {
        return new Moment(System.nanoTime(), ThreadLocalRandom.current().nextDouble());
    }

    ChildSupervisor supervisor() {
        return supervisor;
    }

    /**
     * The child, once it has been greeted. Whoever waits for it uses the lane meanwhile, until he
     * cancels what he got.
     */
    CompletableFuture<Greeted> child() {
        waiting.incrementAndGet();
        CompletableFuture<Greeted> wait = supervisor.child().copy();
        var _ =
                wait.whenComplete(
                        (_, _) -> {
                            // The use first: whoever has waited may be no flight yet.
                            lastUse = System.nanoTime();
                            waiting.decrementAndGet();
                        });
        return wait;
    }

    void enter(Guest guest) {
        guests.add(guest);
    }

    /** What he has under way is given up, and what he was asked is answered for him. */
    void leave(Guest guest) {
        guests.remove(guest);
        watchers.values().forEach(those -> those.remove(guest));
        flights.of(guest).forEach(flight -> cancel(flight, "the client has gone"));
        asked.forEach(
                (id, question) -> {
                    if (question.guest().equals(guest) && asked.remove(id, question)) {
                        refuse(question.child(), id, "the client has gone");
                    }
                });
    }

    int guests() {
        return guests.size();
    }

    /** How many requests are with the child or wait for it. */
    int underway() {
        return waiting.get() + flights.size();
    }

    /** When somebody last asked something, on the monotonic clock. */
    long lastUse() {
        return flights.size() > 0 ? System.nanoTime() : lastUse;
    }

    /** From now on he hears when this resource has changed. */
    boolean watch(Guest guest, String uri) {
        Set<Guest> those = watchers.computeIfAbsent(uri, _ -> ConcurrentHashMap.newKeySet());
        boolean first = those.isEmpty();
        those.add(guest);
        return first;
    }

    /** He need not hear of it any more; true when nobody else does either. */
    boolean unwatch(Guest guest, String uri) {
        Set<Guest> those = watchers.getOrDefault(uri, Set.of());
        return !those.isEmpty() && those.remove(guest) && those.isEmpty();
    }

    // ---- to the child ----

    /** Asks the child; the answer is under the client's own id and never fails. */
    Call request(Guest guest, RpcMessage request, ClientSink aside) {
        lastUse = System.nanoTime();
        long number = numbers.incrementAndGet();
        Duration timeout = request.isFor(Mcp.LISTEN) ? Times.ENDLESS : times.request();
        CompletableFuture<Greeted> wait = child();
        if (!wait.isDone()) {
            wait.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
        }
        // The request is kept until it is sent, and no longer: it may be large.
        return LateCall.after(
                wait,
                wait,
                request.id(),
                child -> send(flight(guest, child, number, request, aside), request, timeout));
    }

    private Flight flight(
            Guest guest, Greeted child, long number, RpcMessage request, ClientSink aside) {
        RawJson meta = request.params().member(Mcp.META).orElse(RawJson.emptyObject());
        return new Flight(
                guest,
                child.peer(),
                number,
                System.nanoTime(),
                renumbered ? RawJson.number(number) : request.id(),
                request.id(),
                meta.member(Mcp.PROGRESS_TOKEN).map(RawJson::copy),
                aside,
                meta.member(Mcp.META_LOG_LEVEL).isPresent(),
                request.method());
    }

    private Call send(Flight flight, RpcMessage request, Duration timeout) {
        flights.add(flight);
        RpcMessage sent = renumbered ? renumber(request, flight) : request;
        RawJson id = flight.clientId();
        return new SentCall(
                flight,
                flight.child()
                        .request(sent, timeout)
                        .handle(
                                (response, failure) -> {
                                    flights.remove(flight);
                                    return failure == null
                                            ? renumbered ? response.withId(id) : response
                                            : RpcMessage.error(id, Failures.problem(failure));
                                }));
    }

    private static RpcMessage renumber(RpcMessage request, Flight flight) {
        RpcMessage moved = request.withId(flight.childId());
        if (flight.token().isEmpty()) {
            return moved;
        }
        RawJson meta = request.params().member(Mcp.META).orElse(RawJson.emptyObject());
        return moved.withParams(
                request.params().with(Mcp.META, meta.with(Mcp.PROGRESS_TOKEN, flight.childId())));
    }

    /** A request that is with the child. */
    private record SentCall(Flight flight, CompletableFuture<RpcMessage> answer) implements Call {
        @Override
        public void cancel(String why) {
            Lane.cancel(flight, why);
        }
    }

    /** Passes on what a guest says: a notification, or the answer to a question of the child. */
    void tell(Guest guest, RpcMessage message) {
        lastUse = System.nanoTime();
        if (message.isResponse()) {
            // An answer to nothing may be one to a child that is gone.
            Asked question = asked.get(message.id());
            if (question != null
                    && question.guest().equals(guest)
                    && asked.remove(message.id(), question)) {
                question.child().send(message);
            }
        } else if (message.isFor(Mcp.CANCELLED_NOTE)) {
            message.params()
                    .member("requestId")
                    .flatMap(id -> ofClient(guest, id))
                    .ifPresent(
                            flight ->
                                    cancel(
                                            flight,
                                            message.params().text("reason").orElse("cancelled")));
        } else {
            supervisor.current().ifPresent(child -> child.peer().send(message));
        }
    }

    private Optional<Flight> ofClient(Guest guest, RawJson clientId) {
        return flights.of(guest).stream()
                .filter(flight -> flight.clientId().equals(clientId))
                .findFirst();
    }

    private static void cancel(Flight flight, String why) {
        flight.child().cancel(flight.childId(), why);
    }

    // ---- from the child ----

    private void heard(Optional<RpcPeer> from, RpcMessage message) {
        if (message.isRequest()) {
            from.ifPresent(child -> asks(child, message));
        } else if (message.isFor(Mcp.PROGRESS_NOTE)) {
            progressed(message);
        } else if (message.isFor(Mcp.RESOURCE_UPDATED_NOTE) && !subscribed(message)) {
            String uri = message.params().text("uri").orElse("");
            watchers.getOrDefault(uri, Set.of()).forEach(guest -> guest.hear(message));
        } else if (message.isFor(Mcp.MESSAGE_NOTE)) {
            logged(message);
        } else if (!subscribed(message)) {
            // Without a mark whose it is: the lists changed for all.
            guests.forEach(guest -> guest.hear(message));
        }
    }

    private void asks(RpcPeer child, RpcMessage request) {
        if (request.isFor("ping")) {
            child.send(RpcMessage.result(request.id(), RawJson.emptyObject()));
            return;
        }
        Optional<Flight> flight =
                flights.sole(it -> Mcp.MAY_ASK_BACK.contains(it.method()))
                        .or(() -> flights.sole(_ -> true));
        if (flight.isPresent()) {
            asked.put(request.id(), new Asked(flight.get().guest(), child));
            flight.get().aside().say(request);
        } else if (flights.size() == 0
                && guests.size() == 1
                && guests.iterator().next().answersAnytime()) {
            Guest guest = guests.iterator().next();
            asked.put(request.id(), new Asked(guest, child));
            guest.hear(request);
        } else {
            refuse(
                    child,
                    request.id(),
                    "it is not known which client it is for; ask while one request is under way");
        }
    }

    private static void refuse(RpcPeer child, RawJson id, String why) {
        child.send(
                RpcMessage.error(
                        id,
                        new RpcProblem(
                                RpcProblem.INTERNAL_ERROR, "cannot ask the client: " + why)));
    }

    private void progressed(RpcMessage message) {
        RawJson token = message.params().member(Mcp.PROGRESS_TOKEN).orElse(RawJson.emptyObject());
        flights.ofToken(token, renumbered)
                .ifPresent(
                        flight -> {
                            extend(flight);
                            flight.aside().say(renumbered ? withToken(message, flight) : message);
                        });
    }

    private void extend(Flight flight) {
        Duration left = times.ceiling().minusNanos(System.nanoTime() - flight.begun());
        Duration more = left.compareTo(times.request()) < 0 ? left : times.request();
        if (more.isPositive()) {
            flight.child().extend(flight.childId(), more);
        }
    }

    private static RpcMessage withToken(RpcMessage message, Flight flight) {
        return message.withParams(
                message.params()
                        .with(Mcp.PROGRESS_TOKEN, flight.token().orElse(flight.clientId())));
    }

    private void logged(RpcMessage message) {
        Optional<Flight> flight = flights.sole(Flight::logs);
        if (flight.isEmpty()) {
            flight = flights.sole(_ -> true);
        }
        flight.ifPresentOrElse(
                it -> it.aside().say(message), () -> guests.forEach(guest -> guest.hear(message)));
    }

    /** A modern child marks what belongs to a subscription with the id of its request. */
    private boolean subscribed(RpcMessage message) {
        Optional<RawJson> mark = message.params().at(Mcp.META, Mcp.META_SUBSCRIPTION);
        if (mark.isEmpty()) {
            return false;
        }
        flights.of(mark.get())
                .ifPresent(
                        flight -> {
                            RawJson params = message.params();
                            RawJson meta =
                                    params.member(Mcp.META)
                                            .orElseThrow()
                                            .with(Mcp.META_SUBSCRIPTION, flight.clientId());
                            flight.aside().say(message.withParams(params.with(Mcp.META, meta)));
                        });
        return true;
    }

    private final class Told implements ChildSupervisor.Listener {
        private final Consumer<String> end;

        Told(Consumer<String> end) {
            this.end = end;
        }

        @Override
        public void ended(String how) {
            end.accept(how);
        }

        @Override
        public void renewed(Greeted child) {
            asked.values().removeIf(question -> question.child().ended().isDone());
            guests.forEach(guest -> guest.restarted(child));
        }
    }
}
