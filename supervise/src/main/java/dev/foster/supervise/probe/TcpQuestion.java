package dev.foster.supervise.probe;

import dev.foster.supervise.probe.ProbeResult.Good;
import dev.foster.supervise.spec.Probe;

import java.io.IOException;
import java.net.Socket;

/** Does it accept a connection? */
record TcpQuestion(Probe.Tcp probe) implements ConnectedQuestion {

    @Override
    public ProbeResult converse(RunningAttempt attempt) throws IOException {
        try (Socket _ = ProbeConnection.open(probe.host(), probe.port(), attempt)) {
            return new Good();
        }
    }
}
