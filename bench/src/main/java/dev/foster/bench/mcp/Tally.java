package dev.foster.bench.mcp;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.atomic.LongAdder;

/** What happened to all clients together. */
final class Tally {
    /** The kinds of things that are counted. */
    enum Kind {
        SESSIONS("sessions"),
        ANSWERED("calls answered"),
        ROTATIONS("tokens changed"),
        DROPS("hung up in a call"),
        KILLS("servers killed"),
        ERRORS("calls answered with an error"),
        REFUSED("requests refused"),
        UNANSWERED("requests without an answer");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    private final Map<Kind, LongAdder> counts = new EnumMap<>(Kind.class);

    Tally() {
        for (Kind kind : Kind.values()) {
            counts.put(kind, new LongAdder());
        }
    }

    void count(Kind kind) {
        of(kind).increment();
    }

    private LongAdder of(Kind kind) {
        return counts.getOrDefault(kind, new LongAdder());
    }

    long unanswered() {
        return of(Kind.UNANSWERED).sum();
    }

    @Override
    public String toString() {
        var words = new StringJoiner(", ");
        counts.forEach(
                (kind, count) ->
                        words.add(String.format(Locale.ROOT, "%,d %s", count.sum(), kind.words)));
        return words.toString();
    }
}
