package dev.foster.control;

import dev.foster.json.Members;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One process as it is now.
 *
 * @param ready whether what depends on its readiness may start
 * @param run which run of it this is, from 1; 0 before the first
 * @param startedAt when this run began
 * @param restarts how often it was started again by itself since somebody last started it
 * @param exit how the last run ended, such as {@code exit 1} or {@code SIGSEGV}
 * @param exitCode the last run's exit code, if it ended with one
 * @param cpuPercent of one core, over the last moments
 * @param dependsOn names of processes or groups, each with its condition in a word
 * @param reason one phrase: why it is in this state
 * @param status what it last said of itself by sd_notify
 * @param logLostBytes how much of its output was not kept since the daemon started
 * @param kind {@code process} or {@code plugin}
 * @param protocolVersion what a plugin and Foster agreed to speak, while they do
 * @param gauge a figure it tells in its output, if the project names one
 * @param alert the line that raised an alarm, until one ends it
 */
public record ProcessView(
        String name,
        ProcessState state,
        boolean ready,
        long run,
        Optional<Long> pid,
        Optional<Instant> startedAt,
        Optional<Long> uptimeMs,
        int restarts,
        Optional<String> exit,
        Optional<Long> exitCode,
        Optional<Double> cpuPercent,
        Optional<Long> memoryBytes,
        Optional<String> group,
        Map<String, String> dependsOn,
        List<String> command,
        Optional<String> reason,
        Optional<String> status,
        long logLostBytes,
        Optional<String> description,
        String kind,
        Optional<Long> protocolVersion,
        Optional<GaugeView> gauge,
        Optional<String> alert) {
    public static final String PROCESS = "process";
    public static final String PLUGIN = "plugin";

    public ProcessView {
        dependsOn = Collections.unmodifiableMap(new LinkedHashMap<>(dependsOn));
        command = List.copyOf(command);
    }

    /** A process about which nothing else is known yet. */
    public static ProcessView of(String name, ProcessState state, List<String> command) {
        return new ProcessView(
                name,
                state,
                false,
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                command,
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                PROCESS,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** The same, up for this long. */
    public ProcessView uptimeMs(long wanted) {
        return new ProcessView(
                name,
                state,
                ready,
                run,
                pid,
                startedAt,
                Optional.of(wanted),
                restarts,
                exit,
                exitCode,
                cpuPercent,
                memoryBytes,
                group,
                dependsOn,
                command,
                reason,
                status,
                logLostBytes,
                description,
                kind,
                protocolVersion,
                gauge,
                alert);
    }

    /** Whether it is as it was, but for its age. */
    public boolean sameButOlder(ProcessView before) {
        return equals(uptimeMs.isPresent() ? before.uptimeMs(uptimeMs.get()) : before);
    }

    /** The same; when it does not tell what the process uses, with what was known of this run. */
    public ProcessView orUsageOf(ProcessView before) {
        if (cpuPercent.isPresent() || !pid.equals(before.pid)) {
            return this;
        }
        return new ProcessView(
                name,
                state,
                ready,
                run,
                pid,
                startedAt,
                uptimeMs,
                restarts,
                exit,
                exitCode,
                before.cpuPercent,
                before.memoryBytes,
                group,
                dependsOn,
                command,
                reason,
                status,
                logLostBytes,
                description,
                kind,
                protocolVersion,
                gauge,
                alert);
    }

    public Map<String, Object> toJson() {
        return Members.none()
                .put("name", name)
                .put("state", state.word())
                .put("ready", ready)
                .put("run", run)
                .put("pid", pid)
                .put("started_at", startedAt)
                .put("uptime_ms", uptimeMs)
                .put("restarts", restarts)
                .put("exit", exit)
                .put("exit_code", exitCode)
                .put("cpu_percent", cpuPercent)
                .put("memory_bytes", memoryBytes)
                .put("group", group)
                .put("depends_on", dependsOn)
                .put("command", command)
                .put("reason", reason)
                .put("status", status)
                .put("log_lost_bytes", logLostBytes)
                .put("description", description)
                .put("kind", kind)
                .put("protocol_version", protocolVersion)
                .put("gauge", gauge.map(GaugeView::toJson))
                .put("alert", alert)
                .object();
    }

    public static ProcessView fromJson(Object json) {
        Members members = Members.of(json);
        var dependsOn = new LinkedHashMap<String, String>();
        Members conditions = Members.of(members.inner("depends_on"));
        conditions.object().keySet().forEach(name -> dependsOn.put(name, conditions.text(name)));
        return new ProcessView(
                members.text("name"),
                ProcessState.of(members.text("state")),
                members.flag("ready"),
                members.number("run"),
                members.optionalNumber("pid"),
                members.optionalInstant("started_at"),
                members.optionalNumber("uptime_ms"),
                members.smallNumber("restarts"),
                members.optionalText("exit"),
                members.optionalNumber("exit_code"),
                members.optionalDecimal("cpu_percent"),
                members.optionalNumber("memory_bytes"),
                members.optionalText("group"),
                dependsOn,
                members.texts("command"),
                members.optionalText("reason"),
                members.optionalText("status"),
                members.number("log_lost_bytes"),
                members.optionalText("description"),
                // A daemon of an earlier version runs nothing else.
                members.optionalText("kind").orElse(PROCESS),
                members.optionalNumber("protocol_version"),
                members.object().containsKey("gauge")
                        ? Optional.of(GaugeView.fromJson(members.inner("gauge")))
                        : Optional.empty(),
                members.optionalText("alert"));
    }
}
