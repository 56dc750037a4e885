package dev.foster.daemon.api;

import dev.foster.daemon.api.PlainRequest.Reply;
import dev.foster.http.WrongTokens;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The API on a port of this machine, in front of operations that only remember. */
final class ApiOnPort implements AutoCloseable {
    final String token = ApiServer.newToken();
    final FakeOperations operations = new FakeOperations();
    final ApiServer server = new ApiServer(operations, WrongTokens.untold());
    final int port = server.listenOnLoopback(0, token);

    /** A request of somebody who has the token. */
    PlainRequest request(String method, String path) {
        return new PlainRequest(port, method, path)
                .with("Authorization", "Bearer " + token)
                .with("User-Agent", "test");
    }

    Reply post(String path, String body) throws IOException {
        return request("POST", path).body(body.getBytes(StandardCharsets.UTF_8)).send();
    }

    @Override
    public void close() {
        server.close();
    }
}
