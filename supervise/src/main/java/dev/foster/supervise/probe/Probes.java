package dev.foster.supervise.probe;

import dev.foster.process.ProcessEngine;
import dev.foster.supervise.probe.ProbeResult.Bad;
import dev.foster.supervise.spec.Probe;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;

/**
 * Asks processes how they are. Each attempt takes a task of the executor while it waits, so that
 * should be one of virtual threads.
 */
public final class Probes {
    private final ProcessEngine engine;
    private final Executor executor;
    private final Supplier<SocketFactory> secure;

    public Probes(ProcessEngine engine, Executor executor) {
        this(engine, executor, SSLSocketFactory::getDefault);
    }

    /** With other certificates to trust than the JDK does. */
    Probes(ProcessEngine engine, Executor executor, Supplier<SocketFactory> secure) {
        this.engine = engine;
        this.executor = executor;
        this.secure = secure;
    }

    /**
     * Asks once.
     *
     * @throws IllegalArgumentException for a probe where the process speaks up by itself
     */
    public Attempt start(Probe probe, Duration timeout) {
        Question question =
                switch (probe) {
                    case Probe.Tcp tcp -> new TcpQuestion(tcp);
                    case Probe.Unix unix -> new UnixQuestion(unix);
                    case Probe.Http http -> new HttpQuestion(http, secure);
                    case Probe.Grpc grpc -> new GrpcQuestion(grpc);
                    case Probe.Exec exec -> new ExecQuestion(exec, engine);
                    case Probe.LogLine _, Probe.Notify _, Probe.Descriptor _, Probe.Attended _ ->
                            throw new IllegalArgumentException(
                                    "cannot ask "
                                            + probe
                                            + ": others speak up here; listen to them");
                };
        var attempt = new RunningAttempt(timeout, executor);
        executor.execute(() -> run(question, attempt));
        return attempt;
    }

    private static void run(Question question, RunningAttempt attempt) {
        try {
            question.ask(attempt);
        } catch (Throwable fault) {
            attempt.decide(new Bad("a fault inside the probe: " + fault));
            attempt.end();
        }
    }
}
