package dev.foster.stdio.gateway;

import dev.foster.stdio.rpc.RpcMessage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Children that were started before anybody needed them: a client that comes does not wait until
 * its server's runtime has loaded. They know nothing of any client, so they serve only for clients
 * without variables of their own.
 */
final class WarmChildren implements Source {
    private final Source source;
    private final int wanted;
    private final Deque<Spare> waiting = new ArrayDeque<>();
    private boolean closed;

    private record Spare(RpcPeer peer, LateOutlet sink) {}

    WarmChildren(Source source, int wanted) {
        this.source = source;
        this.wanted = wanted;
    }

    /** Starts as many as there should be. */
    void fill() {
        for (int i = missing(); i > 0; i--) {
            try {
                var sink = new LateOutlet();
                add(new Spare(source.start(Map.of(), sink), sink));
            } catch (RuntimeException cannotStart) {
                // Whoever needs a child is told when it cannot be started for him either.
                return;
            }
        }
    }

    private synchronized int missing() {
        return closed ? 0 : wanted - waiting.size();
    }

    private void add(Spare spare) {
        boolean late;
        synchronized (this) {
            late = closed;
            if (!late) {
                waiting.add(spare);
            }
        }
        if (late) {
            spare.peer().end();
        }
    }

    synchronized int waiting() {
        return waiting.size();
    }

    @Override
    public RpcPeer start(Map<String, String> environment, ClientSink heard) {
        Optional<Spare> spare = environment.isEmpty() ? take() : Optional.empty();
        if (wanted > 0 && environment.isEmpty()) {
            Thread.ofVirtual().name("foster-mcp-spare").start(this::fill);
        }
        if (spare.isEmpty()) {
            return source.start(environment, heard);
        }
        spare.get().sink().lead(heard);
        return spare.get().peer();
    }

    private synchronized Optional<Spare> take() {
        waiting.removeIf(spare -> spare.peer().ended().isDone());
        return Optional.ofNullable(waiting.poll());
    }

    void close() {
        List<Spare> all;
        synchronized (this) {
            closed = true;
            all = new ArrayList<>(waiting);
            waiting.clear();
        }
        all.forEach(spare -> spare.peer().end());
    }

    /** Before anybody listens, what is said is kept, up to a bound. */
    private static final class LateOutlet implements ClientSink {
        private static final int KEPT = 16;

        private final List<RpcMessage> kept = new ArrayList<>();
        private Optional<ClientSink> target = Optional.empty();

        @Override
        public synchronized void say(RpcMessage message) {
            if (target.isPresent()) {
                target.get().say(message);
            } else if (kept.size() < KEPT) {
                kept.add(message);
            }
        }

        synchronized void lead(ClientSink wanted) {
            kept.forEach(wanted::say);
            kept.clear();
            target = Optional.of(wanted);
        }
    }
}
