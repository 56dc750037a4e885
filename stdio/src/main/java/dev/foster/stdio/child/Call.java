package dev.foster.stdio.child;

import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;

import java.math.BigDecimal;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** One request that waits for its answer. */
final class Call extends CompletableFuture<RpcMessage> {
    // Beyond this a number is not written out: 1e999999999 would fill the memory.
    private static final int WRITTEN_OUT = 40;

    final RawJson id;
    final String key;
    final String method;
    final long begunNanos = System.nanoTime();

    /** When it is given up; guarded by its {@link PendingCalls}. */
    long deadlineNanos;

    /** Where its last byte stands in all that the child is sent; guarded by the outbox. */
    long sentTo;

    /** Whether it is not to be sent any more; guarded by the outbox. */
    boolean withdrawn;

    private final Consumer<Call> whenCancelled;

    Call(RpcMessage request, long timeoutNanos, Consumer<Call> whenCancelled) {
        // A copy: the id must not keep the whole request in memory.
        this.id = request.id().copy();
        this.key = key(id);
        this.method = request.method();
        this.deadlineNanos = begunNanos + timeoutNanos;
        this.whenCancelled = whenCancelled;
    }

    /** The caller has lost interest. */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean first = super.cancel(mayInterruptIfRunning);
        if (first) {
            whenCancelled.accept(this);
        }
        return first;
    }

    /**
     * The same for all spellings of one id: a child that reads it and writes it again may spell it
     * otherwise.
     */
    static String key(RawJson id) {
        String json = id.json();
        if (id.isString()) {
            return json.indexOf('\\') < 0 ? json : '"' + id.text().orElse("") + '"';
        }
        return id.isNumber() && !isPlain(json) ? number(json) : json;
    }

    private static boolean isPlain(String number) {
        for (int i = 0; i < number.length(); i++) {
            char c = number.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
        }
        return true;
    }

    private static String number(String json) {
        try {
            BigDecimal value = new BigDecimal(json).stripTrailingZeros();
            return Math.abs((long) value.scale()) > WRITTEN_OUT
                    ? value.toString()
                    : value.toPlainString();
        } catch (ArithmeticException | NumberFormatException beyondAnySense) {
            return json;
        }
    }
}
