package dev.foster.stdio.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;
import dev.foster.process.Environment;
import dev.foster.process.ProcessEngine;
import dev.foster.stdio.McpService;
import dev.foster.stdio.report.ServiceListener;
import dev.foster.stdio.spec.Credentials;
import dev.foster.stdio.spec.FrontLimits;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.stdio.spec.ServiceSettings;
import dev.foster.stdio.spec.StreamLimits;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The official suite against the broker, in front of our server that has all it asks for. */
@Timeout(300)
class ConformanceTest {
    private static final Pattern RESUMED =
            Pattern.compile(
                    "\"id\": \"server-sse-disconnect-resume\",[^{}]*\"status\": \"(\\w+)\"");

    @TempDir Path folder;

    @Test
    void nothingIsMissedThatIsNotExplained() throws Exception {
        NodePeers peers = NodePeers.installed();
        try (var engine = ProcessEngine.start();
                var service =
                        start(engine, peers, Environment.inheritAll(), StreamLimits.defaults())) {
            run(
                    List.of(
                            Path.of("conformance", "run").toAbsolutePath().toString(),
                            "--quick",
                            "--url",
                            "legacy=" + service.url("legacy"),
                            "--url",
                            "modern=" + service.url("modern")));
        }
    }

    /** Otherwise a broker answers too soon for the suite to be sent away at all. */
    @Test
    void aClientThatIsSentAwayInTheMiddleOfACallComesBackForItsAnswer() throws Exception {
        NodePeers peers = NodePeers.installed();
        // The call takes half as long again, so the client is sent away once. It stays for ten
        // seconds at first, and for five when it comes back.
        StreamLimits hasty =
                StreamLimits.defaults().patience(Duration.ZERO).poll(Duration.ofSeconds(4));
        Environment slow = Environment.inheritAll().with("FIXTURE_RECONNECTION_MILLIS", "6000");
        try (var engine = ProcessEngine.start();
                var service = start(engine, peers, slow, hasty)) {
            run(
                    peers.conformance(
                            "server",
                            "--scenario",
                            "server-sse-polling",
                            "--spec-version",
                            "2025-11-25",
                            "--url",
                            service.url("legacy"),
                            "-o",
                            folder.toString()));
        }
        assertThat(RESUMED.matcher(checks()).results().map(found -> found.group(1)))
                .containsExactly("SUCCESS");
    }

    private static McpService start(
            ProcessEngine engine, NodePeers peers, Environment environment, StreamLimits streams)
            throws IOException {
        ChildSpec legacy = ChildSpec.of(peers.legacyFixture()).environment(environment);
        ChildSpec modern = ChildSpec.of(peers.modernFixture()).environment(environment);
        return McpService.start(
                engine,
                List.of(ServerSpec.of("legacy", legacy), ServerSpec.of("modern", modern)),
                ServiceSettings.loopback(0, Credentials.open())
                        .limits(FrontLimits.defaults().streams(streams)),
                ServiceListener.none());
    }

    /** Fails with all the program said when it fails. */
    private void run(List<String> command) throws IOException, InterruptedException {
        Path log = folder.resolve("log");
        Process program =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        boolean ended = program.waitFor(240, TimeUnit.SECONDS);
        program.destroyForcibly();
        String said = Files.readString(log, StandardCharsets.UTF_8);
        assertThat(ended).as("it ends; it said: " + said).isTrue();
        assertThat(program.exitValue()).as(said).isZero();
    }

    private String checks() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            Path file = files.filter(it -> it.endsWith("checks.json")).findFirst().orElseThrow();
            return Files.readString(file, StandardCharsets.UTF_8);
        }
    }
}
