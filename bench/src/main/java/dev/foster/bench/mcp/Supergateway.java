package dev.foster.bench.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** supergateway, without its log of every message, which would cost it time. */
record Supergateway(Path peers) implements Gateway {
    static final String NAME = "supergateway";
    static final List<String> STATEFUL = List.of("--stateful");
    static final List<String> STATELESS = List.of();

    private static final Pattern VERSION = Pattern.compile("\"version\"\\s*:\\s*\"([^\"]*)\"");

    private Path folder() {
        return peers.resolve("node_modules/supergateway");
    }

    @Override
    public String version() {
        try {
            Matcher version = VERSION.matcher(Files.readString(folder().resolve("package.json")));
            return version.find() ? version.group(1) : "of unknown version";
        } catch (IOException absent) {
            return "of unknown version";
        }
    }

    @Override
    public Optional<String> missing() {
        return Files.exists(folder())
                ? Optional.empty()
                : Optional.of("it is not in " + peers + "; see stdio/src/it/node/install");
    }

    @Override
    public String path() {
        return "/mcp";
    }

    @Override
    public List<String> command(int port, List<String> options, List<String> server) {
        var command =
                new ArrayList<>(
                        List.of(
                                peers.resolve("node").toString(),
                                folder().resolve("dist/index.js").toString(),
                                "--stdio",
                                // It takes one text and gives it to a shell.
                                String.join(" ", server),
                                "--outputTransport",
                                "streamableHttp",
                                "--logLevel",
                                "none",
                                "--port",
                                Integer.toString(port)));
        command.addAll(options);
        return command;
    }
}
