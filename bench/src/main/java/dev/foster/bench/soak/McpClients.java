package dev.foster.bench.soak;

import dev.foster.bench.mcp.Question;
import dev.foster.bench.mcp.SessionClient;
import dev.foster.bench.workshop.TrialFailed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;

/** Those who use the MCP server, and often leave without a word. */
final class McpClients implements Nuisance {
    private static final int MOST_CALLS = 20;
    private static final int PAUSE_MILLIS = 200;

    private final int port;
    private final Path token;
    private final Deeds deeds;

    McpClients(int port, Path token, Deeds deeds) {
        this.port = port;
        this.token = token;
        this.deeds = deeds;
    }

    @Override
    public void act(Random random) throws IOException, InterruptedException {
        try {
            SessionClient client =
                    SessionClient.open(
                            port, "/mcp/tools", Optional.of(Files.readString(token).strip()));
            deeds.count("mcp: sessions");
            for (int call = random.nextInt(MOST_CALLS); call < MOST_CALLS; call++) {
                client.ask(Question.TRIVIAL);
                deeds.count("mcp: calls answered");
                Thread.sleep(random.nextInt(PAUSE_MILLIS));
            }
            if (random.nextBoolean()) {
                client.close();
            } else {
                deeds.count("mcp: hung up in a call");
                client.drop(Question.TRIVIAL);
            }
        } catch (TrialFailed refused) {
            throw new IOException(refused);
        }
    }
}
