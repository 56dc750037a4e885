package dev.foster.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;

/**
 * The body of the request that is being answered. It is taken from the client when the handler asks
 * for it, which it does after it has seen from the head who asks and for what. A short one that has
 * come along with the head is there already.
 */
final class IncomingBody implements HttpRequest.Body {
    /**
     * What is left of a body that nobody wanted is read away up to here; it is cheaper than to
     * connect again.
     */
    private static final int SKIPPED_BYTES = 64 << 10;

    private static final byte[] CONTINUE = HttpInput.ascii("HTTP/1.1 100 Continue\r\n\r\n");

    /** The time that bytes may take to come. */
    interface Patience {
        void within(Duration time);

        void withoutLimit();
    }

    private final HttpBody rest;
    private final HttpOutput output;
    private final HttpLimits limits;
    private final BodyBudget budget;
    private final ClientVisit visit;
    private final Patience patience;
    private boolean asksFirst;
    private Optional<byte[]> bytes = Optional.empty();
    private Optional<IOException> failure = Optional.empty();
    private String holder = "";
    private long held;

    IncomingBody(
            RequestHead head,
            HttpBody rest,
            HttpOutput output,
            HttpLimits limits,
            BodyBudget budget,
            ClientVisit visit,
            Patience patience) {
        this.rest = rest;
        this.output = output;
        this.limits = limits;
        this.budget = budget;
        this.visit = visit;
        this.patience = patience;
        this.asksFirst = head.awaitsContinue();
    }

    /** Takes it if that means no waiting. */
    void takeWhatIsHere() throws IOException {
        if (rest.isHere()) {
            taken(rest.all(limits.bodyBytes(), _ -> {}));
        }
    }

    @Override
    public boolean isEmpty() {
        return bytes.isPresent() ? bytes.get().length == 0 : rest.isEmpty();
    }

    @Override
    public byte[] bytes() {
        if (bytes.isEmpty()) {
            try {
                read();
            } catch (IOException problem) {
                failure = Optional.of(problem);
                throw new UncheckedIOException(problem);
            }
        }
        return bytes.get();
    }

    private void read() throws IOException {
        if (failure.isPresent()) {
            throw failure.get();
        }
        holder = visit.caller();
        patience.within(limits.requestTime());
        if (asksFirst) {
            asksFirst = false;
            output.write(CONTINUE);
        }
        byte[] all = rest.all(limits.bodyBytes(), this::hold);
        hold(all.length);
        taken(all);
        patience.withoutLimit();
    }

    private void taken(byte[] all) {
        bytes = Optional.of(all);
        visit.bodyTaken();
    }

    /** There is room for this much in all from now on. */
    private void hold(int room) throws HttpProblem {
        if (room > held) {
            budget.take(holder, room - held);
        } else {
            budget.give(holder, held - room);
        }
        held = room;
    }

    /** Why it could not be taken; whatever the handler made of that, it is no answer. */
    Optional<IOException> failure() {
        return failure;
    }

    boolean isTaken() {
        return bytes.isPresent();
    }

    /** Whether the next request can be found behind it without much reading. */
    boolean canBeSkipped() {
        return isTaken() || (!asksFirst && rest.isWithin(SKIPPED_BYTES));
    }

    /** Reads what nobody wanted. */
    void skip() throws IOException {
        if (!isTaken()) {
            patience.within(limits.requestTime());
            rest.skipAll();
        }
    }

    /** Nobody needs it any more. */
    void release() {
        budget.give(holder, held);
        held = 0;
    }
}
