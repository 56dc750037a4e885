package dev.foster.control;

import dev.foster.json.Members;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One process as it is now. On the wire all of it stands side by side. */
public record ProcessView(
        String name,
        Definition definition,
        Condition condition,
        LatestRun latest,
        Consumption consumption,
        Told told) {
    public static final String PROCESS = "process";
    public static final String PLUGIN = "plugin";

    /**
     * What the project says of it.
     *
     * @param kind {@code process} or {@code plugin}
     * @param dependsOn names of processes or groups, each with its condition in a word
     */
    public record Definition(
            String kind,
            List<String> command,
            Optional<String> group,
            Map<String, String> dependsOn,
            Optional<String> description) {
        public Definition {
            command = List.copyOf(command);
            dependsOn = Collections.unmodifiableMap(new LinkedHashMap<>(dependsOn));
        }

        /** Of which only this is known. */
        public static Definition of(String kind, List<String> command) {
            return new Definition(kind, command, Optional.empty(), Map.of(), Optional.empty());
        }
    }

    /**
     * How it stands.
     *
     * @param ready whether what depends on its readiness may start
     * @param restarts how often it was started again by itself since somebody last started it
     * @param reason one phrase: why it is in this state
     */
    public record Condition(
            ProcessState state, boolean ready, int restarts, Optional<String> reason) {}

    /**
     * Its last run, which may go on.
     *
     * @param run which one it is, from 1; 0 before the first
     * @param startedAt when it began
     * @param exit how the last one that ended did so, such as {@code exit 1} or {@code SIGSEGV}
     * @param exitCode its exit code, if it ended with one
     * @param protocolVersion what a plugin and Foster agreed to speak, while they do
     */
    public record LatestRun(
            long run,
            Optional<Long> pid,
            Optional<Instant> startedAt,
            Optional<Long> uptimeMs,
            Optional<String> exit,
            Optional<Long> exitCode,
            Optional<Long> protocolVersion) {
        /** Before the first. */
        public static final LatestRun NONE =
                new LatestRun(
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());

        /** One that goes on. */
        public static LatestRun up(
                long run, long pid, Optional<Instant> startedAt, Optional<Long> uptimeMs) {
            return new LatestRun(
                    run,
                    Optional.of(pid),
                    startedAt,
                    uptimeMs,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }

        LatestRun uptimeMs(long wanted) {
            return new LatestRun(
                    run, pid, startedAt, Optional.of(wanted), exit, exitCode, protocolVersion);
        }

        /** The same, in which they speak this version. */
        public LatestRun protocolVersion(long version) {
            return new LatestRun(
                    run, pid, startedAt, uptimeMs, exit, exitCode, Optional.of(version));
        }
    }

    /**
     * What it used when it was last measured.
     *
     * @param cpuPercent of one core, over the last moments
     */
    public record Consumption(Optional<Double> cpuPercent, Optional<Long> memoryBytes) {
        public static final Consumption UNKNOWN =
                new Consumption(Optional.empty(), Optional.empty());
    }

    /**
     * What it told of itself.
     *
     * @param status what it last said by sd_notify
     * @param gauge a figure in its output, if the project names one
     * @param alert the line that raised an alarm, until one ends it
     * @param logLostBytes how much of its output was not kept since the daemon started
     */
    public record Told(
            Optional<String> status,
            Optional<GaugeView> gauge,
            Optional<String> alert,
            long logLostBytes) {
        public static final Told NOTHING =
                new Told(Optional.empty(), Optional.empty(), Optional.empty(), 0);
    }

    /** A process about which nothing else is known yet. */
    public static ProcessView of(String name, ProcessState state, List<String> command) {
        return new ProcessView(
                name,
                Definition.of(PROCESS, command),
                new Condition(state, false, 0, Optional.empty()),
                LatestRun.NONE,
                Consumption.UNKNOWN,
                Told.NOTHING);
    }

    /** The same, up for this long. */
    public ProcessView uptimeMs(long wanted) {
        return new ProcessView(
                name, definition, condition, latest.uptimeMs(wanted), consumption, told);
    }

    /** Whether it is as it was, but for its age. */
    public boolean sameButOlder(ProcessView before) {
        return equals(uptimeMs().map(before::uptimeMs).orElse(before));
    }

    /** The same; when it does not tell what the process uses, with what was known of this run. */
    public ProcessView orUsageOf(ProcessView before) {
        return cpuPercent().isPresent() || !pid().equals(before.pid())
                ? this
                : new ProcessView(name, definition, condition, latest, before.consumption, told);
    }

    public String kind() {
        return definition.kind();
    }

    public List<String> command() {
        return definition.command();
    }

    public Optional<String> group() {
        return definition.group();
    }

    public Map<String, String> dependsOn() {
        return definition.dependsOn();
    }

    public Optional<String> description() {
        return definition.description();
    }

    public ProcessState state() {
        return condition.state();
    }

    public boolean ready() {
        return condition.ready();
    }

    public int restarts() {
        return condition.restarts();
    }

    public Optional<String> reason() {
        return condition.reason();
    }

    public long run() {
        return latest.run();
    }

    public Optional<Long> pid() {
        return latest.pid();
    }

    public Optional<Instant> startedAt() {
        return latest.startedAt();
    }

    public Optional<Long> uptimeMs() {
        return latest.uptimeMs();
    }

    public Optional<String> exit() {
        return latest.exit();
    }

    public Optional<Long> exitCode() {
        return latest.exitCode();
    }

    public Optional<Long> protocolVersion() {
        return latest.protocolVersion();
    }

    public Optional<Double> cpuPercent() {
        return consumption.cpuPercent();
    }

    public Optional<Long> memoryBytes() {
        return consumption.memoryBytes();
    }

    public Optional<String> status() {
        return told.status();
    }

    public Optional<GaugeView> gauge() {
        return told.gauge();
    }

    public Optional<String> alert() {
        return told.alert();
    }

    public long logLostBytes() {
        return told.logLostBytes();
    }

    public Map<String, Object> toJson() {
        return Members.none()
                .put("name", name)
                .put("state", state().word())
                .put("ready", ready())
                .put("run", run())
                .put("pid", pid())
                .put("started_at", startedAt())
                .put("uptime_ms", uptimeMs())
                .put("restarts", restarts())
                .put("exit", exit())
                .put("exit_code", exitCode())
                .put("cpu_percent", cpuPercent())
                .put("memory_bytes", memoryBytes())
                .put("group", group())
                .put("depends_on", dependsOn())
                .put("command", command())
                .put("reason", reason())
                .put("status", status())
                .put("log_lost_bytes", logLostBytes())
                .put("description", description())
                .put("kind", kind())
                .put("protocol_version", protocolVersion())
                .put("gauge", gauge().map(GaugeView::toJson))
                .put("alert", alert())
                .object();
    }

    public static ProcessView fromJson(Object json) {
        Members members = Members.of(json);
        return new ProcessView(
                members.text("name"),
                definition(members),
                new Condition(
                        ProcessState.of(members.text("state")),
                        members.flag("ready"),
                        members.smallNumber("restarts"),
                        members.optionalText("reason")),
                new LatestRun(
                        members.number("run"),
                        members.optionalNumber("pid"),
                        members.optionalInstant("started_at"),
                        members.optionalNumber("uptime_ms"),
                        members.optionalText("exit"),
                        members.optionalNumber("exit_code"),
                        members.optionalNumber("protocol_version")),
                new Consumption(
                        members.optionalDecimal("cpu_percent"),
                        members.optionalNumber("memory_bytes")),
                new Told(
                        members.optionalText("status"),
                        members.object().containsKey("gauge")
                                ? Optional.of(GaugeView.fromJson(members.inner("gauge")))
                                : Optional.empty(),
                        members.optionalText("alert"),
                        members.number("log_lost_bytes")));
    }

    private static Definition definition(Members members) {
        var dependsOn = new LinkedHashMap<String, String>();
        Members conditions = Members.of(members.inner("depends_on"));
        conditions.object().keySet().forEach(name -> dependsOn.put(name, conditions.text(name)));
        return new Definition(
                // A daemon of an earlier version runs nothing else.
                members.optionalText("kind").orElse(PROCESS),
                members.texts("command"),
                members.optionalText("group"),
                dependsOn,
                members.optionalText("description"));
    }
}
