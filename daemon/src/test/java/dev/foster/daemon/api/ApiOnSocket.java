package dev.foster.daemon.api;

import dev.foster.control.ControlClient;
import dev.foster.control.ProjectPaths;
import dev.foster.http.WrongTokens;

import java.nio.file.Path;
import java.util.Map;

/** The API on the socket of a project, in front of operations that only remember; and a client. */
final class ApiOnSocket implements AutoCloseable {
    final FakeOperations operations = new FakeOperations();
    final ApiServer server = new ApiServer(operations, WrongTokens.untold());
    final ProjectPaths paths;
    final ControlClient client;

    ApiOnSocket(Path folder) {
        paths =
                ProjectPaths.of(
                        folder,
                        Map.of(
                                "FOSTER_RUNTIME_DIR", folder.resolve("r").toString(),
                                "FOSTER_STATE_DIR", folder.resolve("s").toString()));
        paths.create();
        server.listenOnSocket(paths.socket());
        client = new ControlClient(paths, "foster test");
    }

    @Override
    public void close() {
        server.close();
    }
}
