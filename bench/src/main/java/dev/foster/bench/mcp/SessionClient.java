package dev.foster.bench.mcp;

import dev.foster.bench.workshop.TrialFailed;

import java.util.Optional;

/** A client with a session, of the revision 2025-11-25. */
public final class SessionClient implements Conversation {
    private final HttpLine line;
    private final String session;
    private final long opened;
    private String headers;
    private long last;
    private long begun;

    private SessionClient(HttpLine line, String session, Optional<String> token, long opened) {
        this.line = line;
        this.session = session;
        this.headers = session + bearer(token);
        this.opened = opened;
    }

    /** Opens a session; the token is shown with every request. */
    public static SessionClient open(int port, String path, Optional<String> token)
            throws TrialFailed {
        var line = new HttpLine(port, path);
        try {
            long begun = System.nanoTime();
            HttpLine.Reply reply = line.post(bearer(token), Question.initialize(), 0);
            String id = reply.headers().get("mcp-session-id");
            if (reply.status() != 200 || id == null || !reply.text().contains("\"result\"")) {
                throw new TrialFailed("a session was refused: " + shown(reply));
            }
            String session = "MCP-Protocol-Version: 2025-11-25\r\nMcp-Session-Id: " + id + "\r\n";
            var client = new SessionClient(line, session, token, reply.at() - begun);
            HttpLine.Reply noted = line.post(client.headers, Question.INITIALIZED, -1);
            if (noted.status() != 202) {
                throw new TrialFailed("a notification was refused: " + shown(noted));
            }
            return client;
        } catch (TrialFailed failure) {
            line.close();
            throw failure;
        }
    }

    private static String bearer(Optional<String> token) {
        return token.map(it -> "Authorization: Bearer " + it + "\r\n").orElse("");
    }

    @Override
    public long opened() {
        return opened;
    }

    @Override
    public long ask(Question question) throws TrialFailed {
        HttpLine.Reply reply = reply(question);
        if (reply.status() != 200 || !reply.text().contains(question.sign())) {
            throw new TrialFailed("a call was not answered: " + shown(reply));
        }
        return reply.at() - begun;
    }

    /** The reply to a call, whatever it is. */
    HttpLine.Reply reply(Question question) throws TrialFailed {
        long id = ++last;
        String message = question.legacy(id);
        begun = System.nanoTime();
        return line.post(headers, message, id);
    }

    /** From now on shows another token. */
    void show(String token) {
        headers = session + bearer(Optional.of(token));
    }

    /** Asks and hangs up; the session is left as it is. */
    public void drop(Question question) throws TrialFailed {
        line.abandon(headers, question.legacy(++last));
    }

    private static String shown(HttpLine.Reply reply) {
        String text = reply.text().strip();
        return reply.status() + " " + text.substring(0, Math.min(text.length(), 200));
    }

    @Override
    public void close() {
        try (line) {
            line.delete(headers);
        } catch (TrialFailed gone) {
            // The process behind it is ended with its gateway.
        }
    }
}
