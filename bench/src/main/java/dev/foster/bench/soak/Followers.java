package dev.foster.bench.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** Those who ask for streams of the API, and read them slowly or not at all. */
final class Followers implements Nuisance {
    private static final List<String> STREAMS =
            List.of(
                    "/v1/logs?tail=1000",
                    "/v1/logs?tail=100000000",
                    "/v1/tails?lines=100&first=1000",
                    "/v1/processes?usage=true",
                    "/v1/events?after=0");
    private static final int LOOKS = 150;
    private static final int LOOK_MILLIS = 100;
    private static final int BITE = 1024;

    private final Path socket;
    private final Deeds deeds;

    Followers(Path socket, Deeds deeds) {
        this.socket = socket;
        this.deeds = deeds;
    }

    @Override
    public void act(Random random) throws IOException, InterruptedException {
        boolean deaf = random.nextBoolean();
        String stream = STREAMS.get(random.nextInt(STREAMS.size()));
        try (Line line = Line.toSocket(socket)) {
            line.push(
                    "GET %s HTTP/1.1\r\nHost: foster\r\nAccept: text/event-stream\r\n\r\n"
                            .formatted(stream));
            deeds.count(deaf ? "followers: never read" : "followers: read slowly");
            boolean open = true;
            for (int look = random.nextInt(LOOKS); look < LOOKS && open; look++) {
                Thread.sleep(LOOK_MILLIS);
                open = deaf || line.skim(BITE);
            }
        }
    }
}
