package dev.foster.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** One client of a server, from its first request to its last. */
final class HttpConnection {
    private static final int DRAINED_BYTES = 256 << 10;
    private static final Duration DRAIN_TIME = Duration.ofSeconds(1);

    private final SocketChannel channel;
    private final Wire wire;
    private final HttpLimits limits;
    private final HttpHandler handler;
    private final DisconnectWatch disconnects;
    private final BodyBudget budget;
    private final Strangers strangers;
    private final HttpInput input;
    private final HttpOutput output;
    private volatile boolean finishing;
    private volatile boolean busy;
    private volatile boolean known;
    private volatile long since = System.nanoTime();
    private volatile boolean streaming;
    private volatile Optional<ClientVisit> visit = Optional.empty();
    private volatile boolean timed;
    private volatile long deadline;

    HttpConnection(
            SocketChannel channel,
            Wire wire,
            HttpLimits limits,
            HttpHandler handler,
            DisconnectWatch disconnects,
            BodyBudget budget,
            Strangers strangers) {
        this.channel = channel;
        this.wire = wire;
        this.limits = limits;
        this.handler = handler;
        this.disconnects = disconnects;
        this.budget = budget;
        this.strangers = strangers;
        this.input = new HttpInput(wire, limits.lineBytes(), limits.headerLines());
        this.output = new HttpOutput(new Outgoing());
        within(limits.requestTime());
    }

    /** What a stream sends must make progress; a whole answer has its own time. */
    private final class Outgoing implements WritableByteChannel {
        @Override
        public int write(ByteBuffer bytes) throws IOException {
            if (!streaming) {
                return wire.write(bytes);
            }
            within(limits.stallTime());
            int count = wire.write(bytes);
            withoutLimit();
            return count;
        }

        @Override
        public boolean isOpen() {
            return wire.isOpen();
        }

        @Override
        public void close() throws IOException {
            wire.close();
        }
    }

    boolean overdue(long now) {
        return timed && now - deadline > 0;
    }

    private void within(Duration time) {
        deadline = System.nanoTime() + time.toNanos();
        timed = true;
    }

    private void withoutLimit() {
        timed = false;
    }

    private void letIn() {
        known = true;
        strangers.remove(this);
    }

    /** Whether a handler has let its client in. */
    boolean isKnown() {
        return known;
    }

    /** Since when nothing was asked. */
    long since() {
        return since;
    }

    /** Whether it may go for another: a stranger at any time, others between two requests. */
    boolean canMakeRoom() {
        return !known || !busy;
    }

    void serve() {
        try (wire) {
            Peer peer = Peer.of(channel);
            SocketOptions.apply(channel);
            wire.open();
            boolean more = true;
            while (more && !finishing) {
                within(limits.idleTime());
                more = input.awaitByte() && answerOne(peer);
            }
        } catch (HttpProblem problem) {
            // Already answered.
        } catch (IOException gone) {
            // The client went away, or was cut off; either way there is nobody left to tell.
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers the request whose first byte is there; tells whether another may follow. */
    private boolean answerOne(Peer peer) throws IOException, InterruptedException {
        within(limits.requestTime());
        busy = true;
        since = System.nanoTime();
        RequestHead head;
        IncomingBody body;
        var staying = new ClientVisit(input, disconnects, this::letIn);
        try {
            head = RequestHead.read(input);
            HttpBody rest = HttpBody.ofRequest(input, head.headers());
            body = new IncomingBody(head, rest, output, limits, budget, staying, new Arrival());
            body.takeWhatIsHere();
        } catch (HttpProblem problem) {
            refuse(problem);
            throw problem;
        }
        withoutLimit();
        boolean keep = answer(head, body, staying, peer) && !finishing;
        since = System.nanoTime();
        busy = false;
        if (!keep) {
            wire.shutdownOutput();
            if (!body.isTaken()) {
                drain();
            }
        }
        return keep;
    }

    private final class Arrival implements IncomingBody.Patience {
        @Override
        public void within(Duration time) {
            HttpConnection.this.within(time);
        }

        @Override
        public void withoutLimit() {
            HttpConnection.this.withoutLimit();
        }
    }

    /** Whether the connection is still of use after the answer. */
    private boolean answer(RequestHead head, IncomingBody body, ClientVisit staying, Peer peer)
            throws IOException, InterruptedException {
        visit = Optional.of(staying);
        try {
            HttpResponse response = handled(head.with(body, peer, staying));
            checkTaken(body);
            boolean keep = head.keepsAlive() && body.canBeSkipped() && !finishing;
            switch (response.content()) {
                case HttpResponse.Whole(byte[] bytes) -> {
                    staying.ending();
                    sendWhole(head, response, bytes, keep);
                    staying.over();
                }
                case HttpResponse.Streamed text -> {
                    streaming = true;
                    if (finishing) {
                        staying.gone();
                    }
                    stream(head, response, text, keep, staying);
                    keep = keep && head.version11();
                }
            }
            if (keep) {
                body.skip();
            }
            return keep;
        } finally {
            staying.failed();
            streaming = false;
            visit = Optional.empty();
            body.release();
        }
    }

    /** Half a body is no request, whatever the handler made of it. */
    private void checkTaken(IncomingBody body) throws IOException {
        if (body.failure().isPresent()) {
            if (body.failure().get() instanceof HttpProblem problem) {
                refuse(problem);
            }
            throw body.failure().get();
        }
    }

    private HttpResponse handled(HttpRequest request) {
        try {
            return handler.handle(request);
        } catch (RuntimeException | Error fault) {
            // A handler answers its problems itself; this is the net under it.
            return HttpResponse.of(500, "text/plain", "a fault inside the server: " + fault);
        }
    }

    private void sendWhole(RequestHead head, HttpResponse response, byte[] bytes, boolean keep)
            throws IOException {
        within(limits.requestTime());
        Headers headers = response.headers().with("connection", keep ? "keep-alive" : "close");
        boolean bodiless = response.status() == 204 || response.status() == 304;
        if (!bodiless) {
            headers = headers.with("content-length", Integer.toString(bytes.length));
        }
        byte[] body = bodiless || head.method().equals("HEAD") ? new byte[0] : bytes;
        output.send(HttpOutput.statusLine(response.status()), headers, body);
    }

    private void stream(
            RequestHead head,
            HttpResponse response,
            HttpResponse.Streamed text,
            boolean keep,
            ClientVisit leaving)
            throws IOException, InterruptedException {
        boolean chunked = head.version11();
        String status = HttpOutput.statusLine(response.status());
        Headers headers =
                response.headers().with("connection", keep && chunked ? "keep-alive" : "close");
        if (chunked) {
            headers = headers.with("transfer-encoding", "chunked");
        }
        if (head.method().equals("HEAD")) {
            output.send(status, headers, new byte[0]);
            leaving.over();
            return;
        }
        if (chunked) {
            output.sendHead(status, headers, text.first());
        } else {
            output.send(status, headers, text.first());
        }
        var stream = new ClientStream(output, chunked, leaving);
        text.body().write(stream);
        stream.end();
    }

    /** Answers that there are too many connections. */
    void refuse() {
        try (wire) {
            wire.open();
            within(limits.requestTime());
            refuse(new HttpProblem(503, "there are too many connections; close one"));
        } catch (IOException gone) {
            // It did not wait for the answer.
        }
    }

    private void refuse(HttpProblem problem) throws IOException {
        byte[] text = (problem.why() + "\n").getBytes(StandardCharsets.UTF_8);
        Headers headers =
                Headers.of("content-type", "text/plain; charset=utf-8")
                        .with("content-length", Integer.toString(text.length))
                        .with("connection", "close");
        if (problem.status() == 503) {
            headers = headers.with("retry-after", "1");
        }
        output.send(HttpOutput.statusLine(problem.status()), headers, text);
        wire.shutdownOutput();
        drain();
    }

    /** Closing on unread bytes would reset the connection and take the answer with it. */
    private void drain() throws IOException {
        within(DRAIN_TIME);
        byte[] drain = new byte[8 << 10];
        int drained = 0;
        for (int count = 0; count >= 0 && drained < DRAINED_BYTES; drained += count) {
            count = input.read(drain, 0, drain.length);
        }
    }

    /** The request under way, if any, is the last. */
    void takeNoMore() {
        finishing = true;
    }

    /** Ends it as soon as no request is under way; a stream ends now. */
    void finish() {
        takeNoMore();
        if (streaming) {
            visit.ifPresent(ClientVisit::gone);
        }
        if (!busy) {
            cut();
        }
    }

    void cut() {
        try {
            wire.close();
        } catch (IOException alreadyBroken) {
            // It is closed, which is what was wanted.
        }
        visit.ifPresent(ClientVisit::gone);
    }
}
