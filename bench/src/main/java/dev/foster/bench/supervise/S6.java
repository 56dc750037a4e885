package dev.foster.bench.supervise;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * s6: a process for each child, and one for each log. It restarts a child without a pause only when
 * that had said for a second that it is ready, so ours says so.
 */
final class S6 extends ServiceFolders {
    static final String NAME = "s6";

    S6(Path root) {
        super(root, NAME);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    String logger(Path log) {
        // The largest size it takes, and enough files that none is removed.
        return "s6-log n20 s268435455 T " + log;
    }

    @Override
    void complete(Path service, Path log) throws IOException {
        Files.writeString(service.resolve("notification-fd"), "3\n");
    }

    @Override
    public void configure(Stack stack) throws IOException {
        super.configure(stack);
        // Where s6-svscan finds its s6-supervise, see bench/peers.
        Files.createSymbolicLink(stack.folder().resolve("s6bin"), Path.of(program("usr/bin")));
    }

    @Override
    public List<String> start(Stack stack) {
        return List.of(program("usr/bin/s6-svscan"), services(stack).toString());
    }

    @Override
    public Map<String, String> environment(Stack stack) {
        var environment = new HashMap<>(super.environment(stack));
        environment.put("TICKER_READY", "3");
        return environment;
    }
}
