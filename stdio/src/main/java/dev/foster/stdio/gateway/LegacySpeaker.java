package dev.foster.stdio.gateway;

import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A legacy client and a legacy child: what one says the other understands. */
final class LegacySpeaker implements Speaker {
    private static final Duration RETOLD_WITHIN = Duration.ofSeconds(30);

    private final Lane lane;
    private final Guest guest;
    private final ClientSink general;
    private final RawJson greeting;
    private final Set<String> subscriptions = ConcurrentHashMap.newKeySet();
    private volatile Optional<RawJson> level = Optional.empty();

    LegacySpeaker(Lane lane, Guest guest, Greeted child, ClientSink general) {
        this.lane = lane;
        this.guest = guest;
        this.general = general;
        this.greeting = child.greeting();
    }

    @Override
    public RawJson greeting() {
        return greeting;
    }

    @Override
    public Call request(RpcMessage request, ClientSink aside) {
        String uri = request.params().text("uri").orElse("");
        switch (request.method()) {
            case Mcp.SET_LEVEL -> level = Optional.of(request.params());
            case Mcp.SUBSCRIBE -> {
                subscriptions.add(uri);
                if (!lane.watch(guest, uri)) {
                    return done(request);
                }
            }
            case Mcp.UNSUBSCRIBE -> {
                subscriptions.remove(uri);
                if (!lane.unwatch(guest, uri) && lane.guests() > 1) {
                    return done(request);
                }
            }
            default -> {
                // Passed on as it is, like the others.
            }
        }
        return lane.request(guest, request, aside);
    }

    private static Call done(RpcMessage request) {
        return Call.answered(RpcMessage.result(request.id(), RawJson.emptyObject()));
    }

    @Override
    public void tell(RpcMessage message) {
        // The child has heard it from us, right after its answer.
        if (!message.isFor(Mcp.INITIALIZED)) {
            lane.tell(guest, message);
        }
    }

    @Override
    public void hear(RpcMessage message) {
        general.say(message);
    }

    @Override
    public void restarted(Greeted child) {
        level.ifPresent(wanted -> retell(child, Mcp.SET_LEVEL, wanted));
        for (String uri : subscriptions) {
            retell(child, Mcp.SUBSCRIBE, RawJson.emptyObject().with("uri", RawJson.string(uri)));
        }
    }

    private static void retell(Greeted child, String method, RawJson params) {
        // Whether it understood shows in what it does; there is nobody to tell.
        var _ = child.peer().call(method, params, RETOLD_WITHIN);
    }
}
