package dev.foster.settings;

import static dev.foster.document.Notes.says;

import dev.foster.document.Definitions;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;
import dev.foster.document.Where;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** {@code restart}: what happens when somebody ends by himself. */
public final class RestartSection {
    /** So many in a time. */
    public static final Type<Limit> RATE = Types.rate(Limit::new, Limit::count, Limit::within);

    private static final Type<RestartPolicy.When> POLICY =
            Types.choice(RestartPolicy.When.class, '-').called("policy", "When to restart.");

    private static final Type<Set<Integer>> CODES =
            Types.list(Types.whole(0, 255), "a list of exit codes", "[0, 143]")
                    .as(LinkedHashSet::new, codes -> List.copyOf(new TreeSet<>(codes)));

    /** A wait that grows; the longest one may be left open. */
    private record Growth(Duration initial, double factor, Optional<Duration> max, double jitter) {
        private static final Duration LONGEST = Duration.ofSeconds(60);
        private static final Growth USUAL = of((Backoff.Growing) Backoff.defaults());

        static Growth of(Backoff.Growing growing) {
            return new Growth(
                    growing.initial(),
                    growing.factor(),
                    Optional.of(growing.max()).filter(max -> !max.equals(LONGEST)),
                    growing.jitter());
        }

        Growth max(Optional<Duration> wanted) {
            return new Growth(initial, factor, wanted, jitter);
        }

        Optional<Backoff.Growing> growing(Value.Mapping mapping, Where where) {
            // Somebody who waits longer from the start has not asked for less later on.
            Duration longest = max.orElse(initial.compareTo(LONGEST) > 0 ? initial : LONGEST);
            return longest.compareTo(initial) < 0
                    ? where.in("max")
                            .refuse(
                                    mapping.placeOf("max"),
                                    "the longest wait must not be shorter than the first",
                                    "raise max, or lower initial")
                    : Optional.of(new Backoff.Growing(initial, factor, longest, jitter));
        }
    }

    private static final Section<Growth> GROWING =
            Section.of(
                            "backoff",
                            "Backoff",
                            "Below `restart.backoff`: a wait that grows with each failure.",
                            Growth.USUAL)
                    .field(
                            "initial",
                            Types.DURATION,
                            Growth::initial,
                            (it, wait) -> new Growth(wait, it.factor, it.max, it.jitter),
                            says("The wait after the first failure."))
                    .field(
                            "factor",
                            Types.decimal(1, 1000),
                            Growth::factor,
                            (it, factor) -> new Growth(it.initial, factor, it.max, it.jitter),
                            says("By what it grows with each failure in a row."))
                    .optional(
                            "max",
                            Types.DURATION,
                            Growth::max,
                            (it, max) -> it.max(Optional.of(max)),
                            says("The longest wait; not shorter than the first.").usually("60s"))
                    .field(
                            "jitter",
                            Types.decimal(0, 1),
                            Growth::jitter,
                            (it, jitter) -> new Growth(it.initial, it.factor, it.max, jitter),
                            says(
                                    "The share by which a wait is longer or shorter at random, 0 to"
                                            + " 1."));

    private static final Type<Backoff.Growing> GROWN = GROWING.into(Growth::of, Growth::growing);

    private static final Type<Backoff.Steps> STEPS =
            Types.some(
                            Types.DURATION,
                            "a mapping, or a list of durations",
                            "{initial: 1s, factor: 2, max: 60s} or [0s, 1s, 5s]",
                            "give at least one duration")
                    .checked(
                            (waits, _, _) ->
                                    Optional.of(waits)
                                            .filter(all -> !all.isEmpty())
                                            .map(Backoff.Steps::new),
                            Backoff.Steps::waits);

    private static final Type<Backoff> BACKOFF =
            Types.either(Value.Mapping.class, GROWN, Backoff.Growing.class, STEPS);

    public static final Section<RestartPolicy> RESTART =
            Section.of("restart", "Restarts", "Below `restart`.", RestartPolicy.defaults())
                    .field(
                            "policy",
                            POLICY,
                            RestartPolicy::when,
                            RestartPolicy::when,
                            says(
                                    "Which ends lead to a restart: none, failures, or any. With"
                                        + " `unless-stopped` a process that somebody stopped stays"
                                        + " stopped when Foster itself is started again, however it"
                                        + " ended."))
                    .field(
                            "backoff",
                            BACKOFF,
                            RestartPolicy::backoff,
                            RestartPolicy::backoff,
                            says("How long to wait before a restart: a mapping, or a"
                                            + " list of waits of which the last is"
                                            + " repeated.")
                                    .example(
                                            Definitions.shape("initial", "1s", "max", "60s"),
                                            List.of("0s", "1s", "2s", "4s", "8s", "16s", "30s")))
                    .field(
                            "limit",
                            Types.orNone(RATE),
                            RestartPolicy::limit,
                            (it, limit) -> limit.map(it::limit).orElseGet(it::withoutLimit),
                            says("How many restarts there may be in which time; one"
                                            + " more, and it is given up. `none` for no"
                                            + " limit.")
                                    .example("3 in 10m", "none"))
                    .field(
                            "first_start",
                            Types.choice(RestartPolicy.FirstStart.class, '-'),
                            RestartPolicy::firstStart,
                            RestartPolicy::firstStart,
                            says(
                                    "What becomes of a process that fails before it was ready even"
                                        + " once since somebody asked for it: `auto` restarts it as"
                                        + " after any other failure, unless it cannot heal by"
                                        + " itself, such as a program that is not there or a plugin"
                                        + " that cannot be imported: then it has failed at once."
                                        + " `retry` restarts it then, too, as for what lies on a"
                                        + " disk that comes late. `fail` takes every such failure"
                                        + " as final, so that whoever waits for it learns of it at"
                                        + " once."))
                    .field(
                            "reset_after",
                            Types.DURATION,
                            RestartPolicy::resetAfter,
                            RestartPolicy::resetAfter,
                            says(
                                    "After being up for so long, the next failure counts as the"
                                            + " first again."))
                    .field(
                            "success_codes",
                            CODES,
                            RestartPolicy::successCodes,
                            RestartPolicy::successCodes,
                            says("Exit codes that count as success; 128 + n stands for"
                                            + " signal n.")
                                    .example(List.of(0, 143)));

    private RestartSection() {}
}
