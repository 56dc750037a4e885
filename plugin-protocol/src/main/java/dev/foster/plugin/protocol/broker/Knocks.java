package dev.foster.plugin.protocol.broker;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.wire.ConnInfo;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The dialler's half of knocking: the knocks of this side that wait for their answer. */
final class Knocks {
    private final Duration limit;
    private final Map<Integer, CompletableFuture<String>> unanswered = new ConcurrentHashMap<>();
    private volatile @Nullable ProtocolException end;

    Knocks(Duration limit) {
        this.limit = limit;
    }

    /** Asks for this id and returns when the peer expects the stream. One at a time. */
    void knock(int id, BrokerStream line) throws InterruptedException {
        var answer = new CompletableFuture<String>();
        unanswered.put(id, answer);
        try {
            ProtocolException over = end;
            if (over != null) {
                throw over;
            }
            line.say(message(id, false, ""));
            String refusal = answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            if (!refusal.isEmpty()) {
                throw new ProtocolException(new BrokerProblem.KnockRefused(id, refusal));
            }
        } catch (TimeoutException silence) {
            throw new ProtocolException(new BrokerProblem.KnockUnanswered(id, limit));
        } catch (ExecutionException ended) {
            throw new ProtocolException(
                    new BrokerProblem.Closed(String.valueOf(answer.exceptionNow().getMessage())));
        } finally {
            unanswered.remove(id, answer);
        }
    }

    /** The peer answered; an answer that nobody waits for any more is dropped. */
    void answered(ConnInfo message) {
        CompletableFuture<String> answer = unanswered.get(message.getServiceId());
        if (answer != null) {
            answer.complete(
                    message.getKnock().getKnock()
                            ? message.getKnock().getError()
                            : "the answer was not one to a knock");
        }
    }

    void end(ProtocolException why) {
        end = why;
        unanswered.values().forEach(answer -> answer.completeExceptionally(why));
    }

    static ConnInfo message(int id, boolean ack, String error) {
        return ConnInfo.newBuilder()
                .setServiceId(id)
                .setKnock(ConnInfo.Knock.newBuilder().setKnock(true).setAck(ack).setError(error))
                .build();
    }
}
