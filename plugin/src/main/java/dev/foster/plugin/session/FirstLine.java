package dev.foster.plugin.session;

import dev.foster.plugin.protocol.handshake.HandshakeLine;
import dev.foster.plugin.protocol.handshake.HandshakeProblem;
import dev.foster.process.Line;
import dev.foster.process.OutputListener;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Takes the first line of a plugin's standard output for its handshake, and passes on the rest. */
final class FirstLine implements OutputListener<Line> {
    private final CompletableFuture<String> line = new CompletableFuture<>();
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private final Consumer<String> rest;

    FirstLine(Consumer<String> rest) {
        this.rest = rest;
    }

    /** The line; fails with a {@link HandshakeException}. */
    CompletableFuture<String> line() {
        return line;
    }

    @Override
    public void next(Line next) {
        if (line.isDone()) {
            rest.accept(next.text());
            return;
        }
        // Lines may be cut shorter than a handshake is.
        begun.writeBytes(next.bytes());
        int least = begun.size() + (next.cut() ? 1 : 0);
        if (least > HandshakeLine.LIMIT) {
            refuse(new HandshakeProblem.TooLong(HandshakeLine.LIMIT));
        } else if (!next.cut()) {
            line.complete(begun.toString(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void gap(long bytes) {
        // Only a flood without a single newline can be too fast for us before the first line.
        refuse(new HandshakeProblem.TooLong(HandshakeLine.LIMIT));
    }

    @Override
    public void end() {
        refuse(new HandshakeProblem.NoLine());
    }

    private void refuse(HandshakeProblem problem) {
        line.completeExceptionally(new HandshakeException(problem));
    }
}
