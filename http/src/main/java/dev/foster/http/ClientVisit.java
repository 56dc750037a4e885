package dev.foster.http;

import java.util.ArrayList;
import java.util.List;

/**
 * The stay of the client of one request. Nobody looks out for its end until somebody asks and the
 * body has been taken; from then on the connection is read ahead, because writing alone would
 * notice an end at the next message, which may be hours away.
 */
final class ClientVisit implements Visit {
    private enum State {
        HERE,
        /** The last bytes are being written: a client that takes them and leaves is no loss. */
        ENDING,
        GONE,
        OVER
    }

    private static final String STRANGER = "";

    private final HttpInput input;
    private final DisconnectWatch disconnects;
    private final Runnable known;
    private final List<Runnable> actions = new ArrayList<>(0);
    private State state = State.HERE;
    private boolean bodyTaken;
    private volatile String caller = STRANGER;

    /**
     * A visit that begins.
     *
     * @param known what to do when the client is let in
     */
    ClientVisit(HttpInput input, DisconnectWatch disconnects, Runnable known) {
        this.input = input;
        this.disconnects = disconnects;
        this.known = known;
    }

    @Override
    public void letIn(String name) {
        caller = name;
        known.run();
    }

    /** Who it is; all strangers are one. */
    String caller() {
        return caller;
    }

    /** What comes from now on is the next request. */
    synchronized void bodyTaken() {
        bodyTaken = true;
        if (!actions.isEmpty()) {
            disconnects.soon(this);
        }
    }

    @Override
    public void onGone(Runnable action) {
        synchronized (this) {
            switch (state) {
                case HERE -> {
                    actions.add(action);
                    if (actions.size() == 1 && bodyTaken) {
                        disconnects.soon(this);
                    }
                    return;
                }
                case GONE -> actions.add(action);
                case ENDING, OVER -> {
                    return;
                }
            }
        }
        gone();
    }

    /** Somebody still wants to know: from now on it is noticed. */
    void look() {
        synchronized (this) {
            if (state != State.HERE || input.watch(this::gone)) {
                return;
            }
        }
        gone();
    }

    /** The client has left, as far as anybody can see. */
    void gone() {
        List<Runnable> due;
        synchronized (this) {
            if (state != State.HERE && state != State.GONE) {
                return;
            }
            due = leave();
        }
        due.forEach(Runnable::run);
    }

    /** The last bytes are on their way. */
    synchronized void ending() {
        if (state == State.HERE) {
            state = State.ENDING;
        }
    }

    /** The answer has been written whole. */
    synchronized void over() {
        if (state != State.GONE) {
            state = State.OVER;
        }
        actions.clear();
        input.unwatch();
    }

    /** The answer will never be whole. */
    void failed() {
        List<Runnable> due;
        synchronized (this) {
            due = state == State.OVER ? List.of() : leave();
            input.unwatch();
        }
        due.forEach(Runnable::run);
    }

    private List<Runnable> leave() {
        state = State.GONE;
        List<Runnable> due = List.copyOf(actions);
        actions.clear();
        return due;
    }
}
