package dev.foster.bench.process;

import dev.foster.bench.scores.Metric;
import dev.foster.bench.scores.Settings;

import java.util.ArrayList;
import java.util.List;

/** All contests, with the size of their turns. */
final class Contests {
    static final String C = "C";
    static final String FOSTER = "Foster (Linux)";
    static final String PORTABLE = "Foster (portable)";
    static final String BUILDER = "ProcessBuilder";
    static final String NU_PROCESS = "NuProcess";
    static final String BARE_JVM = "java Hello";
    static final String FOSTER_RUN = "foster run -- true";

    private final Settings settings;

    Contests(Settings settings) {
        this.settings = settings;
    }

    private int rounds() {
        return settings.rounds().orElse(settings.quick() ? 3 : 7);
    }

    List<Contest> all() {
        return List.of(
                spawn("spawn-1", 1, settings.quick() ? 100 : 300),
                spawn("spawn-16", 16, settings.quick() ? 200 : 600),
                idle(2000, List.of(C, FOSTER)),
                idle(
                        settings.quick() ? 100 : 500,
                        List.of(C, FOSTER, PORTABLE, BUILDER, NU_PROCESS)),
                kill(),
                lines("bulk", settings.quick() ? 250_000_000L : 1_000_000_000L),
                lines("single", settings.quick() ? 50_000_000L : 200_000_000L),
                launch());
    }

    private Contest spawn(String name, int inFlight, int count) {
        return new Contest(
                name,
                "spawn and reap /bin/true, three pipes drained, " + inFlight + " in flight",
                entries(
                        List.of(C, FOSTER, PORTABLE, BUILDER, NU_PROCESS),
                        tabs("spawn", count, inFlight, "/bin/true")),
                List.of(
                        new Metric(
                                "per_second", name, "rate", "per second", 0, Metric.Kind.COMPARED)),
                rounds(),
                settings.quick() ? 2 : 8,
                false);
    }

    private Contest idle(int count, List<String> systems) {
        String name = "idle-" + count;
        return new Contest(
                name,
                count + " idle children (/bin/sleep 1000, three pipes)",
                entries(systems, tabs("idle", count, "/bin/sleep", 1000)),
                List.of(
                        new Metric(
                                "start",
                                name + "-start",
                                "start all",
                                "s",
                                3,
                                Metric.Kind.COMPARED),
                        new Metric(
                                "stop",
                                name + "-stop",
                                "SIGTERM to all, all gone",
                                "s",
                                3,
                                Metric.Kind.COMPARED),
                        new Metric(
                                "threads",
                                name + "-threads",
                                "threads in the process",
                                "threads",
                                0,
                                Metric.Kind.PLAIN),
                        new Metric(
                                "rss",
                                name + "-rss",
                                "RSS more than with none",
                                "MB",
                                1,
                                Metric.Kind.PLAIN)),
                Math.min(settings.quick() ? 1 : 5, rounds()),
                0,
                true);
    }

    private Contest kill() {
        int samples = 200;
        String request = tabs("kill", samples, "/bin/sleep", 1000);
        var entries =
                new ArrayList<>(
                        entries(List.of(C, FOSTER, PORTABLE, BUILDER, NU_PROCESS), request));
        entries.add(
                new Entry(
                        "C, epoll in a second thread",
                        "c",
                        request.replaceFirst("kill", "killed-by-other")));
        return new Contest(
                "kill",
                "SIGKILL until the exit is known to the caller, " + samples + " samples a round",
                entries,
                List.of(
                        new Metric("p50", "kill-p50", "p50", "µs", 0, Metric.Kind.COMPARED),
                        new Metric("p99", "kill-p99", "p99", "µs", 0, Metric.Kind.COMPARED)),
                rounds(),
                settings.quick() ? 1 : 4,
                false);
    }

    private Contest lines(String kind, long total) {
        int children = 8;
        String command = tabs(settings.program("writer"), kind, total / children);
        String name = "lines-" + kind;
        var entries =
                new ArrayList<>(
                        entries(
                                List.of(C, FOSTER, PORTABLE, BUILDER, NU_PROCESS),
                                tabs("lines", children, "batches", command)));
        entries.add(
                2,
                new Entry(
                        FOSTER + ", default limits",
                        "foster-linux",
                        tabs("lines", children, "dropping", command)));
        entries.add(
                3,
                new Entry(
                        FOSTER + ", one by one",
                        "foster-linux",
                        tabs("lines", children, "lines", command)));
        return new Contest(
                name,
                children
                        + " children writing lines of 100 bytes, "
                        + (kind.equals("bulk") ? "64 KiB a write" : "one write a line")
                        + ", "
                        + total / 1_000_000
                        + " MB in all",
                entries,
                List.of(
                        new Metric(
                                "rate",
                                name + "-rate",
                                "delivered as timestamped lines",
                                "MB/s",
                                0,
                                Metric.Kind.COMPARED),
                        new Metric(
                                "cpu_per_gb",
                                name + "-cpu",
                                "CPU (user + system) of the reader",
                                "s/GB",
                                2,
                                Metric.Kind.COMPARED),
                        new Metric(
                                "missed",
                                name + "-missed",
                                "bytes missed",
                                "bytes",
                                0,
                                Metric.Kind.WORST)),
                rounds(),
                settings.quick() ? 2 : 6,
                false);
    }

    private Contest launch() {
        String hello = tabs("-cp", settings.jar(), "dev.foster.bench.process.Hello");
        var entries =
                List.of(
                        new Entry(BARE_JVM, "c", tabs("time", settings.java(), hello)),
                        new Entry(
                                BARE_JVM + ", flags of ./foster",
                                "c",
                                tabs(
                                        "time",
                                        settings.java(),
                                        String.join("\t", settings.fosterFlags()),
                                        hello)),
                        new Entry("/bin/true", "c", tabs("time", "/bin/true")),
                        new Entry(FOSTER_RUN, "c", tabs("time", "./foster", "run", "--", "true")));
        return new Contest(
                "launch",
                "a command started and ended, wall time",
                entries,
                List.of(new Metric("millis", "launch", "wall time", "ms", 1, Metric.Kind.COMPARED)),
                Math.max(15, rounds()),
                2,
                false);
    }

    private static List<Entry> entries(List<String> systems, String request) {
        return systems.stream().map(system -> new Entry(system, worker(system), request)).toList();
    }

    private static String worker(String system) {
        return switch (system) {
            case C -> "c";
            case FOSTER -> "foster-linux";
            case PORTABLE -> "foster-portable";
            case BUILDER -> "process-builder";
            case NU_PROCESS -> "nuprocess";
            default ->
                    throw new IllegalArgumentException(
                            "cannot find a worker for " + system + ": it has none");
        };
    }

    private static String tabs(Object... words) {
        return List.of(words).stream()
                .map(Object::toString)
                .reduce((left, right) -> left + "\t" + right)
                .orElseThrow();
    }
}
