package dev.foster.daemon.notify;

import dev.foster.supervise.report.ProcessEvent;
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

    Optional<HookEvent> on(ProcessEvent event, Instant at) {
        String name = event.name();
        if (event instanceof ProcessEvent.Removed) {
            troubled.remove(name);
        }
        Optional<Topic> topic = topic(event);
        topic.filter(_ -> !reported(event)).ifPresent(it -> remember(it, name));
        return topic.map(
                it ->
                        new HookEvent(
                                it,
                                name,
                                at,
                                it == Topic.RECOVERED ? "ready again" : event.text(),
                                event.run() == 0
                                        ? OptionalLong.empty()
                                        : OptionalLong.of(event.run()),
                                exit(event)));
    }

    private Optional<Topic> topic(ProcessEvent event) {
        return switch (event) {
            case ProcessEvent.Exited exited -> exited.ending().topic();
            // Only who was in trouble can recover.
            case ProcessEvent.Ready ready ->
                    ready.kind().topic().filter(_ -> troubled.remove(ready.name()));
            default -> event.kind().topic();
        };
    }

    /** A limit that is only reported is no trouble. */
    private static boolean reported(ProcessEvent event) {
        return event instanceof ProcessEvent.OverLimit over && over.then() == Then.REPORT;
    }

    private void remember(Topic topic, String name) {
        switch (topic) {
            case CRASH, GAVE_UP, UNHEALTHY, OVER_LIMIT -> troubled.add(name);
            case STOPPED -> troubled.remove(name);
            case RECOVERED, STARTED -> {}
        }
    }

    private static OptionalInt exit(ProcessEvent event) {
        return event instanceof ProcessEvent.Exited exited
                ? OptionalInt.of(exited.exit().shellCode())
                : OptionalInt.empty();
    }
}
