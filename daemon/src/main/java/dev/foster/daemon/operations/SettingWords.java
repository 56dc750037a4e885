package dev.foster.daemon.operations;

import dev.foster.daemon.config.LogSpec;
import dev.foster.document.ByteSize;
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
import java.util.Locale;
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
        String asked = probe.asks() ? ", asked every " + time(readiness.period()) : "";
        return "when " + sign(probe) + asked + ", within " + time(readiness.within());
    }

    static String liveness(Liveness liveness) {
        String sign =
                liveness.probe() instanceof Probe.Notify
                        ? "it must say WATCHDOG=1"
                        : sign(liveness.probe());
        return sign
                + ", every "
                + time(liveness.period())
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
                            + time(initial)
                            + (factor > 1
                                    ? ", each time "
                                            + number(factor)
                                            + " times longer up to "
                                            + time(max)
                                    : "");
            case Backoff.Steps(List<Duration> waits) ->
                    waits.stream().allMatch(Duration::isZero)
                            ? "at once"
                            : waits.stream()
                                    .map(SettingWords::time)
                                    .collect(Collectors.joining(", then ", "after ", ""));
        };
    }

    private static String limit(Optional<Limit> limit) {
        return limit.map(
                        most ->
                                "; gives up after more than "
                                        + most.count()
                                        + " in "
                                        + time(most.within()))
                .orElse("; without end");
    }

    /**
     * @param input whether its input is closed first
     */
    static String stop(StopPlan plan, boolean input) {
        String first = input ? "end of input, after " + time(plan.eofWait()) + " " : "";
        return first + plan.signal() + ", killed after " + time(plan.grace());
    }

    static String log(Path file, LogSpec spec) {
        return file
                + ", a new one at "
                + new ByteSize(spec.rotateBytes())
                + ", "
                + (spec.rotateCount() == 1 ? "1 older one" : spec.rotateCount() + " older ones")
                + " kept";
    }

    /** Such as {@code 350 ms}, {@code 1.5 s} or {@code 4 min}. */
    static String time(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1000) {
            return millis + " ms";
        }
        if (millis < 120_000) {
            return number(millis / 1000.0) + " s";
        }
        return millis < 7_200_000
                ? number(millis / 60_000.0) + " min"
                : number(millis / 3_600_000.0) + " h";
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
