package dev.foster.stdio.http;

import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.stdio.access.Door;
import dev.foster.stdio.access.Entry;
import dev.foster.stdio.access.ProtectedResource;

import java.util.Optional;
import java.util.function.Predicate;

/** The broker's door, as a front asks it. */
record DoorGate(Door door, ProtectedResource resources) implements Gate {
    private static final String SERVERS = "/mcp/";

    static DoorGate of(Door door, Predicate<String> server) {
        return new DoorGate(
                door,
                door.metadata(
                        path ->
                                path.startsWith(SERVERS)
                                        && server.test(path.substring(SERVERS.length()))));
    }

    @Override
    public Entry enter(HttpRequest request, String path) {
        return door.enter(request, path);
    }

    @Override
    public Optional<HttpResponse> refused(HttpRequest request) {
        return door.refusedAtTheGate(request);
    }

    @Override
    public Optional<HttpResponse> metadata(HttpRequest request) {
        return resources.serves(request)
                ? Optional.of(resources.answer(request))
                : Optional.empty();
    }
}
