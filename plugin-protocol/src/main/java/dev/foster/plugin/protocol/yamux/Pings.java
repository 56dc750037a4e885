package dev.foster.plugin.protocol.yamux;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** The pings of this side that are not answered yet. */
final class Pings {
    private final AtomicInteger next = new AtomicInteger();
    private final Map<Long, Asked> asked = new ConcurrentHashMap<>();
    private volatile @Nullable YamuxException end;

    /** One ping. */
    record Asked(long id, long sent, CompletableFuture<Duration> answer) {
        boolean unansweredFor(Duration limit) {
            return !answer.isDone() && System.nanoTime() - sent > limit.toNanos();
        }

        Duration await(Duration timeout) throws YamuxException, InterruptedException {
            try {
                return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException silence) {
                throw new YamuxException(
                        "the peer did not answer a ping within " + timeout.toMillis() + " ms");
            } catch (ExecutionException failure) {
                throw new YamuxException(
                        "no answer to a ping: " + answer.exceptionNow().getMessage(), failure);
            }
        }
    }

    Asked ask() {
        long id = Integer.toUnsignedLong(next.getAndIncrement());
        var ping = new Asked(id, System.nanoTime(), new CompletableFuture<>());
        asked.put(id, ping);
        YamuxException over = end;
        if (over != null) {
            ping.answer().completeExceptionally(over);
        }
        return ping;
    }

    void answered(long id) {
        Asked ping = asked.get(id);
        if (ping != null) {
            ping.answer().complete(Duration.ofNanos(System.nanoTime() - ping.sent()));
        }
    }

    void forget(Asked ping) {
        asked.remove(ping.id());
    }

    void end(YamuxException why) {
        end = why;
        asked.values().forEach(ping -> ping.answer().completeExceptionally(why));
    }
}
