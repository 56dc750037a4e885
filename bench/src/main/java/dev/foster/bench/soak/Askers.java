package dev.foster.bench.soak;

import dev.foster.http.HttpClient;
import dev.foster.http.HttpReply;
import dev.foster.http.Target;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Those who ask the daemon for restarts, signals and stops, as if they could not make up their
 * minds.
 */
final class Askers implements Nuisance {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int STOPPED_MILLIS = 3_000;
    private static final List<String> SIGNALS = List.of("HUP", "TERM", "USR1", "CONT");
    private static final List<String> OTHERS =
            List.of(
                    "loop-01",
                    "missing-01",
                    "chatty-01",
                    "flood-lines",
                    "flood-wait",
                    "stubborn",
                    "leaver");

    private final HttpClient daemon;
    private final Deeds deeds;

    Askers(Path socket, Deeds deeds) {
        this.daemon = HttpClient.onUnixSocket(socket);
        this.deeds = deeds;
    }

    @Override
    public void act(Random random) throws IOException, InterruptedException {
        String name = pick(random, random.nextInt(3) == 0 ? OTHERS : Project.single());
        switch (random.nextInt(3)) {
            case 0 -> ask("restart", names(name));
            case 1 ->
                    post(
                            "signal",
                            Target.of("v1", "processes", name, "signal"),
                            "{\"signal\":\"" + pick(random, SIGNALS) + "\"}");
            default -> {
                ask("stop", names(name));
                try {
                    Thread.sleep(random.nextInt(STOPPED_MILLIS));
                } finally {
                    ask("start", names(name));
                }
            }
        }
    }

    private static String pick(Random random, List<String> all) {
        return all.get(random.nextInt(all.size()));
    }

    private static String names(String name) {
        return "{\"names\":[\"" + name + "\"]}";
    }

    private void ask(String what, String body) throws IOException {
        post(what, Target.of("v1", what), body);
    }

    private void post(String what, Target target, String body) throws IOException {
        HttpReply reply =
                daemon.send(
                        "POST", target, Optional.of(body.getBytes(StandardCharsets.UTF_8)), LIMIT);
        deeds.count(
                "askers: " + what + (reply.status() < 300 ? "" : ", answered " + reply.status()));
    }
}
