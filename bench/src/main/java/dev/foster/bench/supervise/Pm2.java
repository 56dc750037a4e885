package dev.foster.bench.supervise;

import dev.foster.bench.workshop.Brought;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** pm2: one Node.js process behind a command line of its own. */
public final class Pm2 extends Brought implements Peer {
    public static final String NAME = "pm2";

    private final List<String> members;

    public Pm2(Path root) {
        this(root, List.of());
    }

    /**
     * @param members what is said of each child beside what all trials need
     */
    public Pm2(Path root, List<String> members) {
        super(root, NAME);
        this.members = members;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void configure(Stack stack) throws IOException {
        String more = members.stream().map(", "::concat).collect(Collectors.joining());
        String apps =
                stack.names().stream()
                        .map(
                                name ->
                                        """
                                        {"name": "%1$s", "script": "%2$s", "interpreter": "none", "cwd": "%3$s",
                                         "max_restarts": 1000, "vizion": false, "time": true, "out_file": "%4$s/%1$s.log"%5$s}\
                                        """
                                                .formatted(
                                                        name,
                                                        stack.ticker(),
                                                        stack.folder(),
                                                        stack.logs(),
                                                        more))
                        .collect(Collectors.joining(",\n"));
        Files.writeString(
                stack.folder().resolve("ecosystem.json"), "{\"apps\": [\n" + apps + "\n]}\n");
    }

    @Override
    public List<String> start(Stack stack) {
        return List.of(
                program("node_modules/.bin/pm2"), "start", stack.folder() + "/ecosystem.json");
    }

    /** The library behind its command line. */
    public Path library() {
        return Path.of(program("node_modules/pm2"));
    }

    @Override
    public boolean detaches() {
        return true;
    }

    @Override
    public List<String> stop(Stack stack, long started) {
        return List.of(program("node_modules/.bin/pm2"), "kill");
    }

    @Override
    public Map<String, String> environment(Stack stack) {
        return Map.of(
                "HOME", stack.folder().toString(),
                "PM2_HOME", stack.folder().resolve("pm2").toString(),
                "PM2_DISABLE_VERSION_CHECK", "true");
    }
}
