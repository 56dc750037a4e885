package dev.foster.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.testkit.Eventually;

import io.nats.client.Connection;
import io.nats.client.Message;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Requests to the plugin echo, about a thousand a second, each with a number of its own. */
final class Load {
    private static final Duration SOON = Duration.ofSeconds(30);

    /** No more than one that is to end can still answer in its time, however busy we are. */
    private static final int MOST_OPEN = 200;

    private final Map<String, Integer> handled = new ConcurrentHashMap<>();
    private final Set<String> pids = ConcurrentHashMap.newKeySet();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final Connection bus;
    private final AtomicInteger sent = new AtomicInteger();
    private volatile boolean over;
    private Thread thread = Thread.currentThread();

    private Load(Connection bus) {
        this.bus = bus;
    }

    static Load begin(Connection bus) throws Exception {
        var load = new Load(bus);
        bus.createDispatcher(
                        message ->
                                load.handled.merge(
                                        new String(message.getData(), UTF_8), 1, Integer::sum))
                .subscribe("bots.event.said");
        bus.flush(SOON);
        load.thread = Thread.ofPlatform().start(load::send);
        return load;
    }

    private void send() {
        while (!over) {
            if (sent.get() - answered.get() - failed.get() >= MOST_OPEN) {
                LockSupport.parkNanos(1_000_000);
                continue;
            }
            String number = Integer.toString(sent.getAndIncrement());
            var _ =
                    bus.requestWithTimeout(
                                    "bots.command.echo.say",
                                    ("{\"args\": \"" + number + "\"}").getBytes(UTF_8),
                                    SOON)
                            .whenComplete((answer, _) -> count(number, answer));
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void count(String number, @Nullable Message answer) {
        String text = answer == null ? "" : new String(answer.getData(), UTF_8);
        if (text.contains("\"" + number + " by ")) {
            pids.add(text.replaceAll(".* by (\\d+).*", "$1"));
            answered.incrementAndGet();
        } else {
            failed.incrementAndGet();
        }
    }

    void awaitMore(int count) {
        int goal = answered.get() + count;
        Eventually.until(SOON, count + " more answers", () -> answered.get() >= goal);
    }

    void end() throws InterruptedException {
        over = true;
        thread.join();
        Eventually.until(
                SOON.plusSeconds(5),
                "all is answered",
                () ->
                        answered.get() + failed.get() == sent.get()
                                && handled.size() >= answered.get());
    }

    int sent() {
        return sent.get();
    }

    int failed() {
        return failed.get();
    }

    Map<String, Integer> handled() {
        return handled;
    }

    Set<String> pids() {
        return new TreeSet<>(pids);
    }
}
