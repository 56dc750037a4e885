package dev.foster.supervise;

import dev.foster.process.Child;
import dev.foster.process.NotifySocket;
import dev.foster.supervise.probe.Attempt;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** One run of one process, with what watches it. */
record LiveRun(Child child, Optional<NotifySocket> socket, Set<Attempt> attempts) {

    /** Which run of which process. */
    record Key(String name, long run) {}

    static LiveRun of(Child child, Optional<NotifySocket> socket) {
        return new LiveRun(child, socket, ConcurrentHashMap.newKeySet());
    }

    void stopAsking() {
        attempts.forEach(Attempt::cancel);
    }

    void close() {
        stopAsking();
        socket.ifPresent(NotifySocket::close);
    }
}
