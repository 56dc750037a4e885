package dev.foster.daemon.operations;

import dev.foster.control.ProcessView;
import dev.foster.daemon.config.Project;
import dev.foster.daemon.log.LogStore;
import dev.foster.daemon.sign.Signs;
import dev.foster.daemon.usage.UsageFigures;
import dev.foster.process.Exit;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.GroupSpec;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** How a process stands, as front ends are told. */
final class Views {
    private final LogStore logs;
    private final Signs signs;
    private final Function<String, Optional<Long>> protocolVersion;
    private final Map<String, String> statuses = new ConcurrentHashMap<>();
    private final UsageRequests usage;

    /**
     * @param protocolVersion what a plugin and Foster agreed to speak, by its name
     */
    Views(
            LogStore logs,
            Signs signs,
            UsageRequests usage,
            Function<String, Optional<Long>> protocolVersion) {
        this.usage = usage;
        this.logs = logs;
        this.signs = signs;
        this.protocolVersion = protocolVersion;
    }

    void said(String name, String status) {
        statuses.put(name, status);
    }

    /** How it stands, with what it used when it was last measured. */
    ProcessView of(ProcessStatus state, Project project) {
        Optional<UsageFigures> sample = usage.current(state);
        String name = state.name();
        boolean alive = state.pid().isPresent();
        return new ProcessView(
                name,
                new ProcessView.Definition(
                        state.spec().attendant().isPresent()
                                ? ProcessView.PLUGIN
                                : ProcessView.PROCESS,
                        state.spec().child().command(),
                        group(name, project),
                        dependencies(state.spec().dependsOn()),
                        project.description(name)),
                new ProcessView.Condition(
                        dev.foster.control.ProcessState.of(state.word().word()),
                        state.ready(),
                        state.restarts(),
                        reason(state)),
                new ProcessView.LatestRun(
                        state.run(),
                        alive ? Optional.of(state.pid().getAsLong()) : Optional.empty(),
                        state.startedAt(),
                        state.startedAt().map(at -> Duration.between(at, Instant.now()).toMillis()),
                        state.lastExit().map(Exit::describe),
                        state.lastExit().map(exit -> (long) exit.shellCode()),
                        protocolVersion.apply(name)),
                new ProcessView.Consumption(
                        sample.map(UsageFigures::cpuPercent),
                        sample.map(UsageFigures::memoryBytes)),
                new ProcessView.Told(
                        status(state), signs.gauge(name), signs.alert(name), logs.lostBytes(name)));
    }

    /** What was last said in its name, while it runs. */
    private Optional<String> status(ProcessStatus state) {
        return state.pid().isPresent()
                ? Optional.ofNullable(statuses.get(state.name()))
                : Optional.empty();
    }

    private static Optional<String> group(String name, Project project) {
        return project.stack().groups().stream()
                .filter(group -> group.members().contains(name))
                .map(GroupSpec::name)
                .findFirst();
    }

    private static Map<String, String> dependencies(Map<String, Condition> conditions) {
        var words = new TreeMap<String, String>();
        conditions.forEach(
                (name, condition) -> words.put(name, condition.name().toLowerCase(Locale.ROOT)));
        return words;
    }

    static Optional<String> reason(ProcessStatus state) {
        if (state.until().isPresent()) {
            Duration left = Duration.between(Instant.now(), state.until().get());
            String when =
                    left.isNegative() || left.isZero()
                            ? "now"
                            : String.format(Locale.ROOT, "in %.1f s", left.toMillis() / 1000.0);
            return Optional.of("restarting " + when + ": " + state.reason());
        }
        return state.reason().isEmpty() ? Optional.empty() : Optional.of(state.reason());
    }
}
