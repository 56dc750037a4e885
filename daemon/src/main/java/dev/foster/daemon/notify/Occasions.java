package dev.foster.daemon.notify;

import dev.foster.daemon.config.HookSpec.Word;
import dev.foster.supervise.report.Happening;

import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Decides what of all that happens is worth telling. Everything has to be told by one thread, in
 * order.
 */
final class Occasions {
    private final Set<String> troubled = new HashSet<>();
    private final Endings endings;

    /**
     * @param success whether an exit code of a process is a good one
     */
    Occasions(BiPredicate<String, Integer> success) {
        this.endings = new Endings(success);
    }

    Optional<Occasion> on(Happening happening, Instant at) {
        Optional<Endings.Reason> ended = endings.on(happening);
        String name = happening.name();
        String text = happening.text();
        Optional<Word> word =
                switch (happening.kind().word()) {
                    case "exited" -> ended.flatMap(Occasions::word);
                    case "start-failed" -> Optional.of(Word.CRASH);
                    case "gave-up", "group-failed" -> Optional.of(Word.GAVE_UP);
                    case "over-limit" -> Optional.of(Word.OVER_LIMIT);
                    case "unhealthy", "not-ready", "stuck" -> Optional.of(Word.UNHEALTHY);
                    case "started" -> Optional.of(Word.STARTED);
                    case "completed" -> Optional.of(Word.STOPPED);
                    case "ready" ->
                            troubled.remove(name) ? Optional.of(Word.RECOVERED) : Optional.empty();
                    case "removed" -> {
                        troubled.remove(name);
                        yield Optional.empty();
                    }
                    default -> Optional.empty();
                };
        word.ifPresent(it -> remember(it, name, happening));
        return word.map(
                it ->
                        new Occasion(
                                it,
                                name,
                                at,
                                it == Word.RECOVERED ? "ready again" : text,
                                happening.run() == 0
                                        ? OptionalLong.empty()
                                        : OptionalLong.of(happening.run()),
                                exit(happening)));
    }

    private static Optional<Word> word(Endings.Reason reason) {
        if (reason.crash()) {
            return Optional.of(Word.CRASH);
        }
        // What else ended it has been told, or is told by "completed".
        return reason == Endings.Reason.STOPPED ? Optional.of(Word.STOPPED) : Optional.empty();
    }

    private void remember(Word word, String name, Happening happening) {
        switch (word) {
            case CRASH, GAVE_UP, UNHEALTHY -> troubled.add(name);
            case OVER_LIMIT -> {
                if (!"report".equals(happening.details().get("then"))) {
                    troubled.add(name);
                }
            }
            case STOPPED -> troubled.remove(name);
            case RECOVERED, STARTED -> {}
        }
    }

    private static OptionalInt exit(Happening happening) {
        String code = happening.details().getOrDefault("exit_code", "");
        return code.matches("\\d{1,9}")
                ? OptionalInt.of(Integer.parseInt(code))
                : OptionalInt.empty();
    }
}
