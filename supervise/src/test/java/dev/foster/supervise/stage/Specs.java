package dev.foster.supervise.stage;

import dev.foster.process.ChildSpec;
import dev.foster.process.Excess;
import dev.foster.process.Exit;
import dev.foster.process.Signal;
import dev.foster.process.StopReport;
import dev.foster.supervise.report.Requester;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.GroupSpec;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.spec.Strategy;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Short words for the specs and exits that tests of the rules are full of. */
public final class Specs {
    /** Who asks in tests. */
    public static final Requester TESTER = new Requester("test");

    private Specs() {}

    /** Restarted on failure, at once and without end. */
    public static ProcessSpec process(String name) {
        return ProcessSpec.of(name, ChildSpec.of("/bin/" + name)).restart(policy());
    }

    public static RestartPolicy policy() {
        return RestartPolicy.defaults().backoff(Backoff.none()).withoutLimit();
    }

    public static ProcessSpec process(String name, RestartPolicy.When when) {
        return process(name).restart(policy().when(when));
    }

    public static GroupSpec group(String name, Strategy strategy, String... members) {
        return new GroupSpec(name, strategy, Optional.empty(), List.of(members));
    }

    /** A group that may need so many restarts in 10 s. */
    public static GroupSpec group(
            String name, Strategy strategy, int intensity, String... members) {
        return new GroupSpec(
                name,
                strategy,
                Optional.of(new Limit(intensity, Duration.ofSeconds(10))),
                List.of(members));
    }

    /** These groups, and a process for each of their members that is no group. */
    public static StackSpec stack(GroupSpec... groups) {
        List<String> names = Arrays.stream(groups).map(GroupSpec::name).toList();
        return new StackSpec(
                Arrays.stream(groups)
                        .flatMap(group -> group.members().stream())
                        .filter(member -> !names.contains(member))
                        .map(Specs::process)
                        .toList(),
                List.of(groups));
    }

    /** How a run ends of which nothing is left. */
    public static StopReport gone() {
        return new StopReport(StopReport.Took.ALREADY_GONE, Optional.empty(), Duration.ZERO, 0, 0);
    }

    /** How a stop went that took as long as this. */
    public static StopReport gone(StopReport.Took took, Duration duration) {
        return new StopReport(took, Optional.empty(), duration, 0, 0);
    }

    /** The same, as far as is known. */
    public static StopReport gone(Exit exit) {
        return new StopReport(StopReport.Took.ALREADY_GONE, Optional.of(exit), Duration.ZERO, 0, 0);
    }

    /** So many megabytes of memory over 256, twice in a row. */
    public static Excess memory(int megabytes) {
        return new Excess(
                Excess.Resource.MEMORY,
                OptionalDouble.of(megabytes * 1e6),
                256e6,
                new Excess.Lasted.Checks(2));
    }

    public static Exit code(int code) {
        return exit(new Exit.Ending.Code(code));
    }

    public static Exit killed(Signal signal) {
        return exit(new Exit.Ending.Killed(signal, false));
    }

    public static Exit exit(Exit.Ending ending) {
        return new Exit(
                ending,
                Exit.Asked.NOBODY,
                Instant.EPOCH,
                Duration.ofSeconds(1),
                Optional.empty(),
                false);
    }
}
