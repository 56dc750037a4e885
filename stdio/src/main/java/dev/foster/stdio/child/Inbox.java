package dev.foster.stdio.child;

import dev.foster.json.JsonProblem;
import dev.foster.process.ChildStream;
import dev.foster.process.Chunk;
import dev.foster.process.Exit;
import dev.foster.process.OutputListener;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Optional;

/** What comes from a child: each message goes where it belongs. */
final class Inbox implements OutputListener<Chunk>, MessageLines.Taker {
    private static final System.Logger LOG = System.getLogger("dev.foster.stdio");
    private static final byte[] EMPTY = new byte[0];

    private final RpcListener listener;
    private final PendingCalls calls;
    private final MessageOutbox outbox;
    private final ErrorLines log;
    private final RpcCounters counters;
    private final MessageLines lines;
    private final int limit;

    // Guarded by this. Whoever is busy with the listener when the child is over tells it so.
    private @Nullable Thread busy;
    private boolean over;
    private @Nullable Exit untold;

    Inbox(
            RpcListener listener,
            RpcLimits limits,
            PendingCalls calls,
            MessageOutbox outbox,
            ErrorLines log,
            RpcCounters counters) {
        this.listener = listener;
        this.calls = calls;
        this.outbox = outbox;
        this.log = log;
        this.counters = counters;
        this.limit = limits.messageBytes();
        this.lines = new MessageLines(limit, this);
    }

    @Override
    public void next(Chunk chunk) {
        if (chunk.stream() == ChildStream.STDERR) {
            log.take(chunk.bytes());
        } else {
            counters.bytesIn.addAndGet(chunk.bytes().length);
            inTurn(() -> lines.take(chunk.bytes()));
        }
    }

    @Override
    public void gap(long bytes) {
        inTurn(
                () -> {
                    lines.gap();
                    stray(
                            Stray.of(
                                    Stray.Kind.LOST,
                                    EMPTY,
                                    0,
                                    bytes,
                                    "the child wrote too much before it was listened to"));
                });
    }

    @Override
    public void end() {
        log.end();
        inTurn(lines::end);
    }

    private void inTurn(Runnable turn) {
        synchronized (this) {
            if (over) {
                return;
            }
            busy = Thread.currentThread();
        }
        try {
            turn.run();
        } finally {
            Exit exit;
            synchronized (this) {
                busy = null;
                exit = untold;
                untold = null;
            }
            if (exit != null) {
                tellEnd(exit);
            }
        }
    }

    /** Tells nothing more but the end. */
    void end(Exit exit) {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            if (busy != null) {
                untold = exit;
                return;
            }
        }
        tellEnd(exit);
    }

    /** Whether the caller is the listener, busy with what it was told. */
    synchronized boolean isBusyWithCaller() {
        return Thread.currentThread().equals(busy);
    }

    private void tellEnd(Exit exit) {
        guarded(() -> listener.ended(exit));
    }

    @Override
    public void line(byte[] bytes, int from, int to) {
        if (isOver()) {
            return;
        }
        RpcMessage message;
        try {
            message = RpcMessage.of(read(bytes, from, to));
        } catch (JsonProblem | RpcProblem broken) {
            noMessage(bytes, from, to, String.valueOf(broken.getMessage()));
            return;
        }
        counters.messagesIn.incrementAndGet();
        switch (message.kind()) {
            case REQUEST -> ask(message);
            case NOTIFICATION -> guarded(() -> listener.notification(message));
            case RESPONSE -> answer(message, bytes, from, to);
        }
    }

    private synchronized boolean isOver() {
        return over;
    }

    /** In bytes of its own where it came with much else, which it would keep in memory. */
    private static RawJson read(byte[] bytes, int from, int to) {
        return to - from > bytes.length / 2
                ? RawJson.parse(bytes, from, to)
                : RawJson.parse(Arrays.copyOfRange(bytes, from, to));
    }

    private void ask(RpcMessage request) {
        if (!guarded(() -> listener.request(request))) {
            refuse(
                    request.id(),
                    new RpcProblem(
                            RpcProblem.INTERNAL_ERROR,
                            "cannot answer " + request.method() + ": the listener failed"));
        }
    }

    private void refuse(RawJson id, RpcProblem why) {
        outbox.send(RpcMessage.error(id, why), Optional.empty());
    }

    private void answer(RpcMessage response, byte[] bytes, int from, int to) {
        RawJson id = response.id();
        Optional<Call> call = calls.take(id);
        if (call.isPresent()) {
            outbox.answered(call.get());
            RawJson asked = call.get().id;
            call.get().complete(asked.equals(id) ? response : response.withId(asked));
        } else if (calls.isLate(id)) {
            counters.lateAnswers.incrementAndGet();
        } else {
            stray(
                    Stray.of(
                            Stray.Kind.UNASKED,
                            bytes,
                            from,
                            to - from,
                            "it answers a request that nobody has made"));
        }
    }

    private void noMessage(byte[] bytes, int from, int to, String why) {
        byte[] head = Arrays.copyOfRange(bytes, from, Math.min(to, from + Outline.LOOK));
        byte[] tail = Arrays.copyOfRange(bytes, Math.max(from, to - Outline.LOOK), to);
        spoilt(Outline.of(head, tail), "the child's answer cannot be read: " + why);
        stray(Stray.of(Stray.Kind.NO_MESSAGE, bytes, from, to - from, why));
    }

    @Override
    public void tooLong(byte[] head, byte[] tail, long length) {
        if (isOver()) {
            return;
        }
        counters.oversized.incrementAndGet();
        String why = "it has " + length + " bytes, and the limit is " + limit;
        spoilt(
                Outline.of(head, tail),
                "the child's message is too long: " + why + "; ask for less, or raise the limit");
        stray(Stray.of(Stray.Kind.TOO_LONG, head, 0, length, why));
    }

    /** Nobody shall wait for what was lost: neither the one who asked the child, nor the child. */
    private void spoilt(Outline outline, String why) {
        if (outline.id().isEmpty()) {
            return;
        }
        RawJson id = outline.id().get();
        var problem = new RpcProblem(RpcProblem.INTERNAL_ERROR, "cannot take it: " + why);
        if (outline.question()) {
            refuse(id, problem);
        } else if (outline.answer()) {
            Optional<Call> call = calls.take(id);
            if (call.isPresent()) {
                outbox.answered(call.get());
                call.get().completeExceptionally(problem);
            } else if (calls.isLate(id)) {
                counters.lateAnswers.incrementAndGet();
            }
        }
    }

    private void stray(Stray stray) {
        counters.strays.incrementAndGet();
        guarded(() -> listener.stray(stray));
    }

    /** What a listener throws must not end the talk with the child. */
    private static boolean guarded(Runnable call) {
        try {
            call.run();
            return true;
        } catch (RuntimeException thrown) {
            LOG.log(Level.WARNING, "cannot tell what a child said: the listener threw", thrown);
            return false;
        }
    }
}
