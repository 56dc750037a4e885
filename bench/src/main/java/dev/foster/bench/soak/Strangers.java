package dev.foster.bench.soak;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;

/** Those whom nobody knows, at every door there is, none of whom says anything sensible. */
final class Strangers implements Nuisance {
    private static final int LOOKS = 120;
    private static final int LOOK_MILLIS = 100;
    private static final int BODY = 4_000_000;
    private static final int DRIP = 16 << 10;

    private final Project project;
    private final Deeds deeds;

    Strangers(Project project, Deeds deeds) {
        this.project = project;
        this.deeds = deeds;
    }

    @Override
    public void act(Random random) throws IOException, InterruptedException {
        int door = random.nextInt(project.doors().size() + 1);
        boolean bus = door == project.doors().size();
        int port = bus ? project.bus() : project.doors().get(door);
        try (Line line = Line.toPort(port)) {
            switch (random.nextInt(5)) {
                case 0 -> {
                    deeds.count("strangers: said nothing");
                    stay(line, random, "");
                }
                case 1 -> {
                    deeds.count("strangers: half a head, drop by drop");
                    line.push(bus ? "CONNECT {" : head("GET", port) + "X-Long: ");
                    stay(line, random, "x");
                }
                case 2 -> {
                    deeds.count("strangers: a long body, drop by drop");
                    line.push(
                            bus
                                    ? "PUB soak.stranger " + BODY + "\r\n"
                                    : head("POST", port) + "Content-Length: " + BODY + "\r\n\r\n");
                    stay(line, random, "x".repeat(DRIP));
                }
                case 3 -> {
                    deeds.count("strangers: a wrong token");
                    line.push(
                            bus
                                    ? "CONNECT {\"user\":\"soak\",\"pass\":\"wrong\"}\r\nPING\r\n"
                                    : head("GET", port) + "Authorization: Bearer wrong\r\n\r\n");
                    stay(line, random, "");
                }
                default -> {
                    deeds.count("strangers: bytes without sense");
                    var noise = new byte[DRIP];
                    random.nextBytes(noise);
                    line.push(ByteBuffer.wrap(noise));
                    stay(line, random, "");
                }
            }
        }
    }

    private static String head(String method, int port) {
        return method + " /v1/processes HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n";
    }

    /** Until the other side has had enough, or some seconds are over. */
    private static void stay(Line line, Random random, String drop)
            throws IOException, InterruptedException {
        boolean open = true;
        for (int look = random.nextInt(LOOKS); look < LOOKS && open; look++) {
            Thread.sleep(LOOK_MILLIS);
            line.push(drop);
            open = line.skim(BITE);
        }
    }

    private static final int BITE = 4096;
}
