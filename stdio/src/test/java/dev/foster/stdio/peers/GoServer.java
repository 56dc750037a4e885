package dev.foster.stdio.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;
import dev.foster.stdio.mcp.Era;
import dev.foster.stdio.spec.ServerSpec;
import dev.foster.testkit.OneAtATime;
import dev.foster.testkit.Peer;

import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The server of {@code src/it/go}, which reads JSON as Go does, built once. */
public final class GoServer {
    private static final Path FOLDER = Path.of("target", "it", "go").toAbsolutePath();

    private static boolean built;

    private final Path ran;
    private final Era era;

    private GoServer(Path ran, Era era) {
        this.ran = ran;
        this.era = era;
    }

    /** One that writes into a folder which tools it has run. */
    public static GoServer in(Path folder, Era era) throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                Peer.isInstalled("go"), "no go here: the tests against Go programs are skipped");
        buildOnce();
        return new GoServer(Files.createFile(folder.resolve("ran")), era);
    }

    public ServerSpec spec(String name) {
        return ServerSpec.of(
                name,
                ChildSpec.of(
                        List.of(
                                FOLDER.resolve("server").toString(),
                                ran.toString(),
                                era.name().toLowerCase(Locale.ROOT))));
    }

    /** The tools it has run, as it understood their names. */
    public List<String> ran() throws IOException {
        return Files.readAllLines(ran, StandardCharsets.UTF_8);
    }

    private static synchronized void buildOnce() throws IOException, InterruptedException {
        if (!built) {
            OneAtATime.prepare(FOLDER, GoServer::build);
            built = true;
        }
    }

    private static void build() throws IOException, InterruptedException {
        Path log = FOLDER.resolve("build.log");
        Process build =
                new ProcessBuilder("sh", "src/it/go/build", FOLDER.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        assertThat(build.waitFor(10, TimeUnit.MINUTES)).as("go build ends").isTrue();
        assertThat(build.exitValue())
                .as("go build: " + Files.readString(log, StandardCharsets.UTF_8))
                .isZero();
    }
}
