package dev.foster.supervise;

import dev.foster.process.Child;
import dev.foster.process.NotifySocket;
import dev.foster.supervise.probe.Attempt;
import dev.foster.supervise.spec.Attendance;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** One run of one process, with what watches it. */
record LiveRun(
        Child child,
        Optional<Attendance> attendance,
        Optional<NotifySocket> socket,
        Set<Attempt> attempts,
        AtomicBoolean leaveTaken) {

    /** Which run of which process. */
    record Key(String name, long run) {}

    static LiveRun of(Child child, Optional<Attendance> attendance, Optional<NotifySocket> socket) {
        return new LiveRun(
                child, attendance, socket, ConcurrentHashMap.newKeySet(), new AtomicBoolean());
    }

    void stopAsking() {
        attempts.forEach(Attempt::cancel);
    }

    void close() {
        stopAsking();
        socket.ifPresent(NotifySocket::close);
        attendance.ifPresent(Attendance::ended);
    }
}
