package dev.foster.supervise.probe;

import dev.foster.supervise.probe.ProbeResult.Bad;
import dev.foster.supervise.spec.Probe;

import java.io.IOException;
import java.net.Socket;
import java.util.Optional;

/**
 * Does it serve {@code grpc.health.v1.Health} and say SERVING? One call without encryption, spoken
 * by hand: the one message each way is not worth a library.
 */
record GrpcQuestion(Probe.Grpc probe) implements ConnectedQuestion {
    private static final int STREAM = 1;
    private static final int MOST_FRAMES = 1000;

    @Override
    public ProbeResult converse(RunningAttempt attempt) throws IOException {
        try (Socket socket = ProbeConnection.open(probe.host(), probe.port(), attempt)) {
            var http = new Http2(socket.getInputStream(), socket.getOutputStream());
            http.open();
            http.call(
                    STREAM,
                    authority(),
                    "/grpc.health.v1.Health/Check",
                    HealthMessages.request(probe.service()));
            var answer = new HealthAnswer(probe.service());
            for (int i = 0; i < MOST_FRAMES; i++) {
                Optional<ProbeResult> verdict = answer.take(http.next());
                if (verdict.isPresent()) {
                    return verdict.get();
                }
            }
            return new Bad(HealthAnswer.SILENT);
        }
    }

    private String authority() {
        boolean bare = probe.host().indexOf(':') >= 0 && !probe.host().startsWith("[");
        return (bare ? "[" + probe.host() + "]" : probe.host()) + ":" + probe.port();
    }
}
