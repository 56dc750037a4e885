package dev.foster.daemon.operations;

import dev.foster.document.ByteSize;
import dev.foster.process.Isolation;
import dev.foster.process.Quantities;
import dev.foster.process.ResourceLimits;
import dev.foster.supervise.spec.LimitRule;

import java.util.ArrayList;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a process may use, and what it is kept from, as a person would say it. */
final class BoundWords {
    private BoundWords() {}

    static String limits(ResourceLimits limits, LimitRule rule) {
        var parts = new ArrayList<String>();
        limits.memoryBytes().ifPresent(bytes -> parts.add(new ByteSize(bytes) + " of memory"));
        limits.cpuPercent()
                .ifPresent(
                        share ->
                                parts.add(
                                        Quantities.percent(share)
                                                + " of a core"
                                                + (limits.throttle()
                                                        ? ", slowed down to it"
                                                        : "")));
        limits.threads().ifPresent(count -> parts.add(counted(count, "thread")));
        limits.processes().ifPresent(count -> parts.add(counted(count, "process")));
        limits.files().ifPresent(count -> parts.add(counted(count, "file") + " in a process"));
        return String.join(", ", parts) + "; " + end(rule);
    }

    private static String counted(int count, String what) {
        String ending = what.endsWith("s") ? "es" : "s";
        return count + " " + what + (count == 1 ? "" : ending);
    }

    private static String end(LimitRule rule) {
        String checks = rule.checks() == 1 ? "one check" : rule.checks() + " checks in a row";
        return switch (rule.then()) {
            case KILL -> "killed after " + checks + " over it";
            case STOP -> "stopped after " + checks + " over it";
            case REPORT -> "told after " + checks + " over it";
        };
    }

    static String isolation(Isolation isolation) {
        var parts = new ArrayList<String>();
        isolation.user().ifPresent(user -> parts.add("runs as " + user));
        isolation.group().ifPresent(group -> parts.add("in the group " + group));
        if (isolation.noNewPrivileges()) {
            parts.add("gains no privileges");
        }
        if (isolation.privateTemporary()) {
            parts.add("has a /tmp of its own");
        }
        if (!isolation.readOnly().isEmpty()) {
            parts.add(
                    isolation.readOnly().stream()
                            .map(Object::toString)
                            .collect(Collectors.joining(", ", "cannot change ", "")));
        }
        isolation
                .umask()
                .ifPresent(mask -> parts.add(String.format(Locale.ROOT, "umask %03o", mask)));
        return String.join("; ", parts);
    }
}
