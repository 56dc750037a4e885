package dev.foster.stdio.child;

import java.util.concurrent.atomic.AtomicLong;

/** Counts what {@link RpcCounts} tells. */
final class RpcCounters {
    final AtomicLong messagesIn = new AtomicLong();
    final AtomicLong bytesIn = new AtomicLong();
    final AtomicLong messagesOut = new AtomicLong();
    final AtomicLong bytesOut = new AtomicLong();
    final AtomicLong strays = new AtomicLong();
    final AtomicLong oversized = new AtomicLong();
    final AtomicLong lateAnswers = new AtomicLong();
    final AtomicLong logLinesMissed = new AtomicLong();

    RpcCounts counts() {
        return new RpcCounts(
                messagesIn.get(),
                bytesIn.get(),
                messagesOut.get(),
                bytesOut.get(),
                strays.get(),
                oversized.get(),
                lateAnswers.get(),
                logLinesMissed.get());
    }
}
