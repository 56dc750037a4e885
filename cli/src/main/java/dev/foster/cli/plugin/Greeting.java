package dev.foster.cli.plugin;

import dev.foster.plugin.protocol.handshake.Expectation;
import dev.foster.plugin.protocol.handshake.HandshakeLine;
import dev.foster.plugin.protocol.handshake.HandshakeProblem;
import dev.foster.plugin.session.Encryption;
import dev.foster.plugin.session.SessionTerms;
import dev.foster.process.Child;
import dev.foster.process.ChildStream;
import dev.foster.process.Exit;
import dev.foster.process.OutputView;
import dev.foster.supervise.spec.Attendance;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The beginning of a plugin, seen from beside its session: which of its parts is reached, and which
 * fails.
 */
final class Greeting implements Attendance.Voice {
    private static final Duration SLACK = Duration.ofSeconds(5);

    /**
     * What came of the handshake.
     *
     * @param step the one that failed, or the last
     * @param problem why, when it failed
     */
    record Outcome(String step, String text, int version, Optional<String> problem) {}

    private final CompletableFuture<String> line = new CompletableFuture<>();
    private final CompletableFuture<Optional<String>> end = new CompletableFuture<>();
    private final CompletableFuture<String> refused = new CompletableFuture<>();
    private final SessionTerms terms;

    Greeting(SessionTerms terms, Child child) {
        this.terms = terms;
        var _ =
                child.output()
                        .lines(
                                OutputView.only(ChildStream.STDOUT),
                                said -> line.complete(said.text()));
        // A session leaves it to its supervisor to see that a process ends by itself.
        var _ = child.exit().thenAccept(exit -> end.complete(Optional.of(ended(child, exit))));
    }

    private static String ended(Child child, Exit exit) {
        return "it ended by itself: " + exit.describe() + CheckedAnswers.lastLines(child);
    }

    @Override
    public void ready() {
        end.complete(Optional.empty());
    }

    @Override
    public void refuse(String why) {
        refused.complete(why);
        end.complete(Optional.of(why));
    }

    Outcome handshake() throws InterruptedException {
        awaitEither();
        if (!line.isDone()) {
            return failed("handshake", refusal().orElse("it said nothing"));
        }
        String text = line.join();
        return switch (HandshakeLine.parse(text, expectation())) {
            case HandshakeLine.Outcome.Accepted(HandshakeLine accepted) ->
                    new Outcome(
                            "version",
                            accepted.address().network() + " " + accepted.address().text(),
                            accepted.version(),
                            Optional.empty());
            case HandshakeLine.Outcome.Refused(HandshakeProblem problem) ->
                    failed(isAboutTheVersion(problem) ? "version" : "handshake", words(problem));
        };
    }

    /** What the session says of it, with all that helps; that may take a moment. */
    private String words(HandshakeProblem problem) throws InterruptedException {
        try {
            return refused.get(SLACK.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException nothingSaid) {
            return problem.message();
        }
    }

    private static Outcome failed(String step, String why) {
        return new Outcome(step, "", 0, Optional.of(why));
    }

    private static boolean isAboutTheVersion(HandshakeProblem problem) {
        return problem instanceof HandshakeProblem.OtherVersion
                || problem instanceof HandshakeProblem.BadVersion;
    }

    private Expectation expectation() {
        return Expectation.grpc(terms.versions())
                .multiplexing(terms.multiplex())
                .certificate(
                        terms.encryption() instanceof Encryption.Auto
                                ? Expectation.Certificate.REQUIRED
                                : Expectation.Certificate.REFUSED);
    }

    /** Why the session refuses the plugin; empty when it does not. */
    Optional<String> refusal() throws InterruptedException {
        try {
            return end.get(patience(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException silence) {
            return Optional.of("it did not become ready in time");
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void awaitEither() throws InterruptedException {
        try {
            CompletableFuture.anyOf(line, end).get(patience(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException silence) {
            return;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private long patience() {
        return terms.startTimeout().plus(SLACK).toNanos();
    }
}
