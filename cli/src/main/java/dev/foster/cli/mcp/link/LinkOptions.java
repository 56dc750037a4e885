package dev.foster.cli.mcp.link;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.UsageProblem;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** The options by which a verb says where its server is. */
public final class LinkOptions {
    private LinkOptions() {}

    public static Options addTo(Options options) {
        return options.value("--url", "URL", "ask a gateway elsewhere, at its server's address")
                .value("--token", "TOKEN", "what that gateway knows us by; others can see it")
                .value("--token-file", "FILE", "a file whose first line is that token")
                .inProject();
    }

    /** To the server of this name in the project, or to that at the URL. */
    public static ServerLink open(
            Invocation invocation, Arguments arguments, Options options, Optional<String> server) {
        if (!arguments.has("--url")) {
            if (arguments.has("--token") || arguments.has("--token-file")) {
                throw options.problem("a token is for --url; the project's own servers need none");
            }
            return new DaemonSocketLink(
                    ChosenProject.paths(invocation, arguments),
                    server.orElseThrow(() -> options.problem("SERVER is missing")),
                    "foster " + options.verb());
        }
        if (arguments.has("--token") && arguments.has("--token-file")) {
            throw options.problem("--token and --token-file exclude each other");
        }
        return new UrlLink(
                url(arguments.value("--url").orElseThrow(), options),
                arguments
                        .value("--token")
                        .or(
                                () ->
                                        arguments
                                                .value("--token-file")
                                                .map(file -> token(invocation, file))));
    }

    private static URI url(String text, Options options) {
        try {
            URI url = URI.create(text);
            if (url.getHost() != null
                    && Set.of("http", "https").contains(String.valueOf(url.getScheme()))) {
                return url;
            }
        } catch (IllegalArgumentException notAUrl) {
            // Said below, as of every other text that is none.
        }
        throw options.problem("--url \"" + text + "\" is not like http://127.0.0.1:8808/mcp/NAME");
    }

    private static String token(Invocation invocation, String name) {
        Path file = invocation.directory().resolve(name);
        try {
            return Files.readAllLines(file).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .findFirst()
                    .orElseThrow(() -> unusable(file, "the file is empty; write one in it"));
        } catch (IOException failure) {
            throw unusable(file, failure + "; name a file that can be read");
        }
    }

    private static UsageProblem unusable(Path file, String why) {
        return new UsageProblem("cannot use the token in " + file + ": " + why);
    }
}
