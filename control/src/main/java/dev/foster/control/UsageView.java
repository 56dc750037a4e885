package dev.foster.control;

import dev.foster.json.Members;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What a process and its descendants use, used at most, and used in the last hour.
 *
 * @param run its current or last run; 0 before the first
 * @param source where its processor time comes from: {@link #PROC} or {@link #CGROUP}
 * @param current what they use now; absent while it does not run
 * @param peak the most they used of each since the daemon began
 * @param limits what they may use
 */
public record UsageView(
        String name,
        long run,
        String source,
        Optional<CurrentUsageView> current,
        PeakUsageView peak,
        LimitsView limits,
        UsageHistoryView history) {
    /** Measured process by process in {@code /proc}. */
    public static final String PROC = "proc";

    /** The same, but for processor time: that is what the kernel counted for its cgroup. */
    public static final String CGROUP = "cgroup";

    /**
     * What is used now.
     *
     * @param cpuPercent of one core
     * @param memoryBytes resident; memory that processes share counts for each of them
     * @param files descriptors of all processes
     * @param readBytes from storage in this run so far
     * @param writtenBytes to storage in this run so far
     * @param proportionalBytes what they really hold, with shared memory counted once; where
     *     somebody asked for it
     */
    public record CurrentUsageView(
            Instant at,
            double cpuPercent,
            long memoryBytes,
            int threads,
            int processes,
            int files,
            long readBytes,
            long writtenBytes,
            Optional<Long> proportionalBytes) {

        Map<String, Object> toJson() {
            return Members.none()
                    .put("at", at)
                    .put("cpu_percent", cpuPercent)
                    .put("memory_bytes", memoryBytes)
                    .put("threads", threads)
                    .put("processes", processes)
                    .put("files", files)
                    .put("read_bytes", readBytes)
                    .put("written_bytes", writtenBytes)
                    .put("proportional_bytes", proportionalBytes)
                    .object();
        }

        static CurrentUsageView fromJson(Object json) {
            Members members = Members.of(json);
            return new CurrentUsageView(
                    members.instant("at"),
                    members.decimal("cpu_percent"),
                    members.number("memory_bytes"),
                    members.smallNumber("threads"),
                    members.smallNumber("processes"),
                    members.smallNumber("files"),
                    members.number("read_bytes"),
                    members.number("written_bytes"),
                    members.optionalNumber("proportional_bytes"));
        }
    }

    /** The most that was used of each, at whatever time. */
    public record PeakUsageView(
            double cpuPercent, long memoryBytes, int threads, int processes, int files) {

        Map<String, Object> toJson() {
            return Members.none()
                    .put("cpu_percent", cpuPercent)
                    .put("memory_bytes", memoryBytes)
                    .put("threads", threads)
                    .put("processes", processes)
                    .put("files", files)
                    .object();
        }

        static PeakUsageView fromJson(Object json) {
            Members members = Members.of(json);
            return new PeakUsageView(
                    members.decimal("cpu_percent"),
                    members.number("memory_bytes"),
                    members.smallNumber("threads"),
                    members.smallNumber("processes"),
                    members.smallNumber("files"));
        }
    }

    /**
     * What may be used; what is not limited is absent.
     *
     * @param files descriptors of any one process
     */
    public record LimitsView(
            Optional<Long> memoryBytes,
            Optional<Double> cpuPercent,
            Optional<Long> threads,
            Optional<Long> files,
            Optional<Long> processes) {

        Map<String, Object> toJson() {
            return Members.none()
                    .put("memory_bytes", memoryBytes)
                    .put("cpu_percent", cpuPercent)
                    .put("threads", threads)
                    .put("files", files)
                    .put("processes", processes)
                    .object();
        }

        static LimitsView fromJson(Object json) {
            Members members = Members.of(json);
            return new LimitsView(
                    members.optionalNumber("memory_bytes"),
                    members.optionalDecimal("cpu_percent"),
                    members.optionalNumber("threads"),
                    members.optionalNumber("files"),
                    members.optionalNumber("processes"));
        }
    }

    public Map<String, Object> toJson() {
        return Members.none()
                .put("name", name)
                .put("run", run)
                .put("source", source)
                .put("current", current.map(CurrentUsageView::toJson))
                .put("peak", peak.toJson())
                .put("limits", limits.toJson())
                .put("history", history.toJson())
                .object();
    }

    public static UsageView fromJson(Object json) {
        Members members = Members.of(json);
        Map<String, Object> current = members.inner("current");
        return new UsageView(
                members.text("name"),
                members.number("run"),
                members.text("source"),
                current.isEmpty()
                        ? Optional.empty()
                        : Optional.of(CurrentUsageView.fromJson(current)),
                PeakUsageView.fromJson(members.inner("peak")),
                LimitsView.fromJson(members.inner("limits")),
                UsageHistoryView.fromJson(members.inner("history")));
    }
}
