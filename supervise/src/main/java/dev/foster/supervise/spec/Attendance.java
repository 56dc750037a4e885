package dev.foster.supervise.spec;

import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.Exit;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An {@link Attendant}'s part in one run. None of its methods may block. */
public interface Attendance {

    /** What is started. */
    ChildSpec child();

    /** It runs; whatever it writes can still be heard from the first byte on. */
    void started(Child child, Voice voice);

    /**
     * How it is; asked when its liveness is {@link Probe.Attended}.
     *
     * @return completes within the limit: empty when it is well, otherwise why not
     */
    CompletableFuture<Optional<String>> ask(Duration limit);

    /**
     * It is to be stopped: the moment to ask it in its own language.
     *
     * @return completes when there is nothing more to say, whether or not it has ended; the stop
     *     plan goes on from there
     */
    CompletableFuture<Void> farewell();

    /** It ended by itself, and all it wrote can be read: why, if that can be told. */
    default Optional<Diagnosis> diagnose(Exit exit) {
        return Optional.empty();
    }

    /** Nothing is left of the run, or it never began: gives back what was taken for it. */
    void ended();

    /** How an attendant speaks of its run. Safe from any thread. */
    interface Voice {

        /** It is ready; heard when its readiness is {@link Probe.Attended}. */
        void ready();

        /** It must go: it is not what it should be. */
        void refuse(String why);
    }
}
