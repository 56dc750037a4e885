package dev.foster.stdio.gateway;

import dev.foster.http.RandomWord;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The calls of a server that wait for their clients to come again. */
final class HeldCalls {
    private static final int NAME_BYTES = 24;

    private final Map<String, Entry> entries = new ConcurrentHashMap<>();
    private final Duration patience;

    private record Entry(HeldCall call, String caller, long until) {}

    HeldCalls(Duration patience) {
        this.patience = patience;
    }

    String hold(HeldCall call, String caller) {
        String name = RandomWord.ofBytes(NAME_BYTES);
        entries.put(name, new Entry(call, caller, System.nanoTime() + patience.toNanos()));
        return name;
    }

    /** The call of this name, if it is this caller's; nobody can take it a second time. */
    Optional<HeldCall> take(String name, String caller, String method) {
        Entry entry = entries.get(name);
        return entry != null
                        && entry.caller().equals(caller)
                        && entry.call().method().equals(method)
                        && entries.remove(name, entry)
                ? Optional.of(entry.call())
                : Optional.empty();
    }

    void forget(String name) {
        entries.remove(name);
    }

    /** Gives up those whose client did not come. */
    void sweep(long now) {
        entries.forEach(
                (name, entry) -> {
                    if (now - entry.until() > 0 && entries.remove(name, entry)) {
                        entry.call().giveUp("the client did not answer in time");
                    }
                });
    }
}
