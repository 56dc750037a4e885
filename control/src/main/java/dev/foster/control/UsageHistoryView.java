package dev.foster.control;

import dev.foster.json.JsonProblem;
import dev.foster.json.Members;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a process used in the last hour, the oldest first: one point for each second of the last ten
 * minutes, and before that one for ten, with the average of the processor and the most of all else.
 * The end of a run is a point without figures.
 *
 * @param at milliseconds since 1970
 */
public record UsageHistoryView(
        List<Long> at,
        List<Optional<Double>> cpuPercent,
        List<Optional<Long>> memoryBytes,
        List<Optional<Long>> threads,
        List<Optional<Long>> files) {

    public UsageHistoryView {
        at = List.copyOf(at);
        cpuPercent = List.copyOf(cpuPercent);
        memoryBytes = List.copyOf(memoryBytes);
        threads = List.copyOf(threads);
        files = List.copyOf(files);
    }

    Map<String, Object> toJson() {
        return Members.none()
                .put("at", at)
                .put("cpu_percent", cpuPercent, UsageHistoryView::orGap)
                .put("memory_bytes", memoryBytes, UsageHistoryView::orGap)
                .put("threads", threads, UsageHistoryView::orGap)
                .put("files", files, UsageHistoryView::orGap)
                .object();
    }

    /** A number, or what is written as null. */
    static Object orGap(Optional<?> number) {
        return number.isPresent() ? number.get() : number;
    }

    static UsageHistoryView fromJson(Object json) {
        Members members = Members.of(json);
        return new UsageHistoryView(
                members.list("at", UsageHistoryView::time),
                decimals(members, "cpu_percent"),
                wholes(members, "memory_bytes"),
                wholes(members, "threads"),
                wholes(members, "files"));
    }

    private static Long time(Object element) {
        if (element instanceof Long millis) {
            return millis;
        }
        throw new JsonProblem("at is not a list of times");
    }

    static List<Optional<Double>> decimals(Members members, String name) {
        return members.numbers(name).stream()
                .map(number -> number.map(Number::doubleValue))
                .toList();
    }

    static List<Optional<Long>> wholes(Members members, String name) {
        return members.numbers(name).stream().map(number -> number.map(Number::longValue)).toList();
    }
}
