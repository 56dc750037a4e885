package dev.foster.bench.mcp;

import dev.foster.bench.mcp.Tally.Kind;
import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.TrialFailed;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/** A client that opens one session after the other, and does to each what may happen to it. */
final class RoughClient implements Runnable {
    private static final int MOST_CALLS = 40;
    private static final int NOT_FOUND = 404;
    private static final int OK = 200;

    private final Serving serving;
    private final List<String> tokens;
    private final Tally tally;
    private final Random random;
    private final long end;

    /**
     * @param tokens of the same caller
     * @param end when it stops, by the monotonic clock
     */
    RoughClient(Serving serving, List<String> tokens, Tally tally, int seed, long end) {
        this.serving = serving;
        this.tokens = tokens;
        this.tally = tally;
        this.random = new Random(seed);
        this.end = end;
    }

    @Override
    public void run() {
        try {
            while (!isOver()) {
                session();
                Pause.of(Duration.ofMillis(random.nextInt(50)));
            }
        } catch (TrialFailed interrupted) {
            // Whoever interrupted knows.
        }
    }

    private boolean isOver() {
        return System.nanoTime() - end >= 0;
    }

    private void session() throws TrialFailed {
        SessionClient client;
        try {
            client = serving.converse(token());
        } catch (TrialFailed refused) {
            // Right after a kill this is an answer, too: the new process may have been the victim.
            tally.count(Kind.REFUSED);
            return;
        }
        tally.count(Kind.SESSIONS);
        boolean left = false;
        int calls = 1 + random.nextInt(MOST_CALLS);
        for (int call = 0; call < calls && !isOver() && !left; call++) {
            left = act(client);
            Pause.of(Duration.ofMillis(random.nextInt(20)));
        }
        if (!left) {
            client.close();
        }
    }

    private String token() {
        return tokens.get(random.nextInt(tokens.size()));
    }

    /** Does one thing; true when the session is no longer this client's. */
    private boolean act(SessionClient client) {
        int dice = random.nextInt(100);
        if (dice < 1) {
            return drop(client);
        }
        if (dice < 2) {
            kill();
        } else if (dice < 4) {
            client.show(token());
            tally.count(Kind.ROTATIONS);
        }
        return call(client);
    }

    private boolean drop(SessionClient client) {
        try {
            tally.count(Kind.DROPS);
            client.drop(Question.TRIVIAL);
        } catch (TrialFailed gone) {
            tally.count(Kind.UNANSWERED);
        }
        return true;
    }

    private void kill() {
        List<ProcessHandle> servers = serving.servers();
        if (!servers.isEmpty()) {
            servers.get(random.nextInt(servers.size())).destroyForcibly();
            tally.count(Kind.KILLS);
        }
    }

    private boolean call(SessionClient client) {
        try {
            HttpLine.Reply reply = client.reply(Question.TRIVIAL);
            boolean right = reply.status() == OK && reply.text().contains(Question.TRIVIAL.sign());
            if (right) {
                tally.count(Kind.ANSWERED);
            } else {
                tally.count(reply.text().contains("\"error\"") ? Kind.ERRORS : Kind.REFUSED);
            }
            return reply.status() == NOT_FOUND;
        } catch (TrialFailed silence) {
            System.err.println("soak: " + silence.why());
            tally.count(Kind.UNANSWERED);
            return true;
        }
    }
}
