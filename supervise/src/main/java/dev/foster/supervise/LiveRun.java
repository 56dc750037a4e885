package dev.foster.supervise;

import dev.foster.process.Child;
import dev.foster.process.NotifySocket;
import dev.foster.supervise.loop.FaultBarrier;
import dev.foster.supervise.probe.Attempt;
import dev.foster.supervise.spec.Attendance;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** One run of one process, with what watches it. */
record LiveRun(
        Child child,
        Company company,
        Duration farewellLimit,
        Set<Attempt> attempts,
        AtomicBoolean leaveTaken) {

    /** Which run of which process. */
    record Key(String name, long run) {}

    /** What a run has beside its process, from before its start until after its end. */
    record Company(Optional<Attendance> attendance, Optional<NotifySocket> socket) {
        static Company none() {
            return new Company(Optional.empty(), Optional.empty());
        }

        Company with(NotifySocket taken) {
            return new Company(attendance, Optional.of(taken));
        }

        /** Nothing is left of the run, or it never began. */
        void end(String name, FaultBarrier barrier) {
            socket.ifPresent(it -> barrier.run("close the notify socket of " + name, it::close));
            attendance.ifPresent(
                    it -> barrier.run("give back what " + name + " was prepared with", it::ended));
        }
    }

    static LiveRun of(Child child, Company company, Duration farewellLimit) {
        return new LiveRun(
                child, company, farewellLimit, ConcurrentHashMap.newKeySet(), new AtomicBoolean());
    }

    void stopAsking() {
        attempts.forEach(Attempt::cancel);
    }

    void end(String name, FaultBarrier barrier) {
        barrier.run("end the questions to " + name, this::stopAsking);
        company.end(name, barrier);
    }
}
