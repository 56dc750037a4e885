package dev.foster.daemon.notify;

import dev.foster.supervise.report.Happening;
import dev.foster.supervise.report.Topic;
import dev.foster.supervise.spec.LimitRule.Then;

import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Decides what of all that happens is worth telling. Everything has to be told by one thread, in
 * order.
 */
final class Occasions {
    private final Set<String> troubled = new HashSet<>();

    Optional<Occasion> on(Happening happening, Instant at) {
        String name = happening.name();
        if (happening instanceof Happening.Removed) {
            troubled.remove(name);
        }
        Optional<Topic> topic = topic(happening);
        topic.filter(_ -> !reported(happening)).ifPresent(it -> remember(it, name));
        return topic.map(
                it ->
                        new Occasion(
                                it,
                                name,
                                at,
                                it == Topic.RECOVERED ? "ready again" : happening.text(),
                                happening.run() == 0
                                        ? OptionalLong.empty()
                                        : OptionalLong.of(happening.run()),
                                exit(happening)));
    }

    private Optional<Topic> topic(Happening happening) {
        return switch (happening) {
            case Happening.Exited exited -> exited.ending().topic();
            // Only who was in trouble can recover.
            case Happening.Ready ready ->
                    ready.kind().topic().filter(_ -> troubled.remove(ready.name()));
            default -> happening.kind().topic();
        };
    }

    /** A limit that is only reported is no trouble. */
    private static boolean reported(Happening happening) {
        return happening instanceof Happening.OverLimit over && over.then() == Then.REPORT;
    }

    private void remember(Topic topic, String name) {
        switch (topic) {
            case CRASH, GAVE_UP, UNHEALTHY, OVER_LIMIT -> troubled.add(name);
            case STOPPED -> troubled.remove(name);
            case RECOVERED, STARTED -> {}
        }
    }

    private static OptionalInt exit(Happening happening) {
        return happening instanceof Happening.Exited exited
                ? OptionalInt.of(exited.exit().shellCode())
                : OptionalInt.empty();
    }
}
