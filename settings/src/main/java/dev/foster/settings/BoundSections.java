package dev.foster.settings;

import static dev.foster.document.Notes.says;

import dev.foster.document.Scalars;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Where;
import dev.foster.process.Isolation;
import dev.foster.process.ResourceLimits;
import dev.foster.supervise.spec.LimitRule;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;

/** {@code limits} and {@code isolation}: what somebody may use, and what he is kept from. */
public final class BoundSections {
    private static final Type<Integer> COUNT =
            Types.whole(1, 100_000_000).called("count", "A whole number.");

    /** By name or by number. */
    private static final Type<String> WHO =
            Type.of(
                    (value, where) -> {
                        Optional<String> name = where.scalars().word(value, where.label());
                        return name.isPresent() && name.get().isBlank()
                                ? where.refuse(
                                        value, "it is empty", "write a name, or remove the key")
                                : name;
                    },
                    name -> name,
                    in -> in.written("integer", "\\S"));

    /** Three octal digits, however YAML takes them. */
    private static final Type<Integer> UMASK =
            Type.of(
                    (value, where) -> {
                        String text = Scalars.written(value).orElse("");
                        return text.matches("0?[0-7]{3}")
                                ? Optional.of(Integer.parseInt(text, 8))
                                : where.expected(value, "three octal digits", "027");
                    },
                    mask -> String.format(Locale.ROOT, "%03o", mask),
                    in -> in.written("integer", "^0?[0-7]{3}$", "minimum", 0, "maximum", 777));

    public static final Section<Limits> LIMITS = limits();

    public static final Section<Isolation> ISOLATION = isolation();

    private BoundSections() {}

    private static Section<Limits> limits() {
        return Section.of(
                        "limits",
                        "Limits",
                        "Below `limits`: what a process and its descendants may use together. They"
                            + " are looked at every half second; who uses too much in `checks`"
                            + " looks in a row is ended, and restarted by its policy like any other"
                            + " that fails. The kernel helps where it can; see"
                            + " [limits](../how-to/limits.md).",
                        Limits.NONE)
                .optional(
                        "memory",
                        Types.size(1_000_000, 1L << 50),
                        Limits::memory,
                        (it, bytes) -> it.amounts(it.amounts().memoryBytes(bytes)),
                        says("What they may hold resident, at least 1MB.").example("256MB"))
                .optional(
                        "cpu",
                        Types.PERCENT,
                        Limits::cpu,
                        (it, share) -> it.amounts(it.amounts().cpuPercent(share)),
                        says("A share of one core, as the average of 5 s; 200% is two cores.")
                                .example("50%"))
                .optional(
                        "threads",
                        COUNT,
                        count(ResourceLimits::threads),
                        amount(ResourceLimits::threads),
                        says("Threads of all of them.").example(64))
                .optional(
                        "files",
                        COUNT,
                        count(ResourceLimits::files),
                        amount(ResourceLimits::files),
                        says("Descriptors that any one of them may have open: as many"
                                        + " are too many.")
                                .example(1024))
                .optional(
                        "pids",
                        COUNT,
                        count(ResourceLimits::processes),
                        amount(ResourceLimits::processes),
                        says("How many processes there may be, itself included.").example(32))
                .field(
                        "checks",
                        Types.whole(1, 1000),
                        it -> it.rule().checks(),
                        (it, checks) -> it.rule(new LimitRule(checks, it.rule().then())),
                        says("How many looks in a row must find too much."))
                .field(
                        "then",
                        Types.choice(LimitRule.Then.class, '-'),
                        it -> it.rule().then(),
                        (it, then) -> it.rule(new LimitRule(it.rule().checks(), then)),
                        says(
                                "What is done with one that uses too much: `kill`, `stop` as its"
                                        + " `stop` says, or only `report` it."))
                .field(
                        "throttle",
                        Types.TRUTH,
                        it -> it.amounts().throttle(),
                        amount(ResourceLimits::throttle),
                        says(
                                "Whether the kernel slows it down to `cpu`, which is no offence"
                                        + " then. It needs cgroups."))
                .rule(BoundSections::checkThrottle);
    }

    private static Function<Limits, Optional<Integer>> count(
            Function<ResourceLimits, OptionalInt> get) {
        return it -> get.apply(it.amounts()).stream().boxed().findFirst();
    }

    private static <T> BiFunction<Limits, T, Limits> amount(
            BiFunction<ResourceLimits, T, ResourceLimits> with) {
        return (it, wanted) -> it.amounts(with.apply(it.amounts(), wanted));
    }

    private static void checkThrottle(Mapping mapping, Where where, Limits found) {
        // A share that could not be read is told already.
        if (found.amounts().throttle()
                && found.cpu().isEmpty()
                && mapping.has("throttle")
                && !mapping.has("cpu")) {
            where.in("throttle")
                    .refuse(
                            mapping.get("throttle").orElse(mapping),
                            "there is no cpu share to slow it down to",
                            "add cpu: 50%, or remove it");
        }
    }

    private static Section<Isolation> isolation() {
        return Section.of(
                        "isolation",
                        "Isolation",
                        "Below `isolation`: what a process is kept from. What this machine cannot"
                                + " do fails its start; nothing is left out silently.",
                        Isolation.none())
                .optional(
                        "user",
                        WHO,
                        Isolation::user,
                        Isolation::user,
                        says("Whom it runs as, by name or number; another than yourself only as"
                                        + " root.")
                                .example("nobody"))
                .optional(
                        "group",
                        WHO,
                        Isolation::group,
                        Isolation::group,
                        says("Its group, by name or number.")
                                .usually("those of the user")
                                .example("nogroup"))
                .field(
                        "no_new_privileges",
                        Types.TRUTH,
                        Isolation::noNewPrivileges,
                        Isolation::noNewPrivileges,
                        says(
                                "Whether it can gain no rights by running other programs, such as"
                                        + " sudo."))
                .field(
                        "private_tmp",
                        Types.TRUTH,
                        Isolation::privateTemporary,
                        Isolation::privateTemporary,
                        says("Whether it has an empty `/tmp` of its own."))
                .optional(
                        "read_only",
                        Types.oneOrMore(Types.PATH),
                        it -> Optional.of(it.readOnly()).filter(paths -> !paths.isEmpty()),
                        Isolation::readOnly,
                        says("Paths it can read and not change; relative ones begin where the"
                                        + " file stands.")
                                .example(List.of("/etc", "config")))
                .optional(
                        "umask",
                        UMASK,
                        Isolation::umask,
                        Isolation::umask,
                        says("The rights that files it makes do not have.")
                                .usually("Foster's own")
                                .example("027"));
    }
}
