package dev.foster.daemon.operations;

import dev.foster.daemon.config.LogSpec;
import dev.foster.document.ByteSize;
import dev.foster.process.Quantities;
import dev.foster.process.StopPlan;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.RestartPolicy;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Settings as a person would say them. */
final class SettingWords {
    private SettingWords() {}

    static String ready(Readiness readiness) {
        if (readiness.probe().isEmpty()) {
            return "once started";
        }
        Probe probe = readiness.probe().get();
        String asked = probe.asks() ? ", asked every " + Quantities.of(readiness.period()) : "";
        return "when " + sign(probe) + asked + ", within " + Quantities.of(readiness.within());
    }

    static String liveness(Liveness liveness) {
        String sign =
                liveness.probe() instanceof Probe.Notify
                        ? "it must say WATCHDOG=1"
                        : sign(liveness.probe());
        return sign
                + ", every "
                + Quantities.of(liveness.period())
                + "; restarted after "
                + (liveness.failures() == 1 ? "one failure" : liveness.failures() + " failures");
    }

    private static String sign(Probe probe) {
        return switch (probe) {
            case Probe.LogLine(String pattern) -> "it says a line with " + pattern;
            case Probe.Tcp(String host, int port) -> "it listens on " + host + ":" + port;
            case Probe.Unix(Path path) -> "it listens on " + path;
            case Probe.Http http -> "GET " + shown(http.uri()) + " is answered well";
            case Probe.Exec(var child) -> String.join(" ", child.command()) + " succeeds";
            case Probe.Grpc(String host, int port, _) ->
                    "gRPC health at " + host + ":" + port + " says SERVING";
            case Probe.Notify _ -> "it says READY=1 by sd_notify";
            case Probe.Descriptor(int number) -> "it writes a line to descriptor " + number;
            case Probe.Attended _ -> "the plugin answers";
        };
    }

    /** Without the password it may hold. */
    private static String shown(URI uri) {
        return Optional.ofNullable(uri.getRawUserInfo())
                .map(secret -> uri.toString().replace(secret + "@", ""))
                .orElse(uri.toString());
    }

    static String restart(RestartPolicy policy) {
        String when =
                switch (policy.when()) {
                    case NO -> "never";
                    case ON_FAILURE -> "when it fails";
                    case ALWAYS -> "always";
                    case UNLESS_STOPPED -> "always, unless somebody stopped it";
                };
        return policy.when() == RestartPolicy.When.NO
                ? when
                : when + ", " + wait(policy.backoff()) + limit(policy.limit());
    }

    private static String wait(Backoff backoff) {
        return switch (backoff) {
            case Backoff.Growing(Duration initial, double factor, Duration max, _) ->
                    "after "
                            + Quantities.of(initial)
                            + (factor > 1
                                    ? ", each time "
                                            + Quantities.tenths(factor)
                                            + " times longer up to "
                                            + Quantities.of(max)
                                    : "");
            case Backoff.Steps(List<Duration> waits) ->
                    waits.stream().allMatch(Duration::isZero)
                            ? "at once"
                            : waits.stream()
                                    .map(Quantities::of)
                                    .collect(Collectors.joining(", then ", "after ", ""));
        };
    }

    private static String limit(Optional<Limit> limit) {
        return limit.map(
                        most ->
                                "; gives up after more than "
                                        + most.count()
                                        + " in "
                                        + Quantities.of(most.within()))
                .orElse("; without end");
    }

    /**
     * @param input whether its input is closed first
     */
    static String stop(StopPlan plan, boolean input) {
        String first = input ? "end of input, after " + Quantities.of(plan.eofWait()) + " " : "";
        return first + plan.signal() + ", killed after " + Quantities.of(plan.grace());
    }

    static String log(Path file, LogSpec spec) {
        return file
                + ", a new one at "
                + new ByteSize(spec.rotateBytes())
                + ", "
                + (spec.rotateCount() == 1 ? "1 older one" : spec.rotateCount() + " older ones")
                + " kept";
    }
}
