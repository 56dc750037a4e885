package dev.foster.bench.soak;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Those who may come in to the bus, and do there what clients should not do. */
final class BusClients implements Nuisance {
    /** 64 messages, which are sent again and again. */
    private static final byte[] MESSAGES =
            Line.bytes(("PUB soak.flood 1000\r\n" + "x".repeat(1000) + "\r\n").repeat(64));

    private static final byte[] PINGS = Line.bytes("PING\r\n".repeat(10_000));
    private static final int SUBSCRIPTIONS = 5_000;
    private static final int LOOKS = 1_000;
    private static final int LOOK_MILLIS = 10;
    private static final int BITE = 64 << 10;

    private final int port;
    private final Deeds deeds;

    BusClients(int port, Deeds deeds) {
        this.port = port;
        this.deeds = deeds;
    }

    @Override
    public void act(Random random) throws IOException, InterruptedException {
        try (Line line = Line.toPort(port)) {
            line.push(
                    "CONNECT {\"verbose\":false,\"user\":\"%s\",\"pass\":\"%s\"}\r\nPING\r\n"
                            .formatted(Project.BUS_USER, Project.BUS_PASSWORD));
            switch (random.nextInt(5)) {
                case 0 -> publish(line, random);
                case 1 -> ping(line, random);
                case 2 -> subscribe(line, random);
                default -> {
                    deeds.count("bus: subscribers that never read");
                    line.push("SUB soak.> 1\r\nSUB > 2\r\n");
                    for (int look = random.nextInt(LOOKS); look < LOOKS; look++) {
                        Thread.sleep(LOOK_MILLIS);
                    }
                }
            }
        }
    }

    /** Reads as others do, so that it is let on. */
    private void publish(Line line, Random random) throws IOException, InterruptedException {
        ByteBuffer messages = ByteBuffer.wrap(MESSAGES);
        boolean open = true;
        for (int look = random.nextInt(LOOKS); look < LOOKS && open; look++) {
            line.push(messages);
            if (!messages.hasRemaining()) {
                deeds.count("bus: messages published", 64);
                messages.rewind();
            }
            open = line.skim(BITE);
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private void ping(Line line, Random random) throws IOException, InterruptedException {
        ByteBuffer pings = ByteBuffer.wrap(PINGS);
        for (int look = random.nextInt(LOOKS); look < LOOKS; look++) {
            line.push(pings);
            if (!pings.hasRemaining()) {
                deeds.count("bus: pings whose answers were not read", 10_000);
                pings.rewind();
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private void subscribe(Line line, Random random) throws IOException, InterruptedException {
        boolean same = random.nextBoolean();
        ByteBuffer all =
                ByteBuffer.wrap(
                        Line.bytes(
                                IntStream.rangeClosed(1, SUBSCRIPTIONS)
                                        .mapToObj(id -> "SUB soak." + (same ? 0 : id) + " " + id)
                                        .collect(Collectors.joining("\r\n", "", "\r\n"))));
        boolean open = true;
        for (int look = 0; look < LOOKS && open && all.hasRemaining(); look++) {
            line.push(all);
            open = line.skim(BITE);
            Thread.sleep(LOOK_MILLIS);
        }
        if (open) {
            deeds.count("bus: subscribed to " + SUBSCRIPTIONS + " and hung up");
        }
    }
}
