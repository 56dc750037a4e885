package dev.foster.bench.mcp;

import dev.foster.bench.kernel.ProcessFigures;
import dev.foster.bench.scores.Metric;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Table;
import dev.foster.bench.workshop.Pause;
import dev.foster.bench.workshop.Trial;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Turns;
import dev.foster.bench.workshop.Workshop;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What sessions cost while they do nothing. */
final class MemoryTrial implements Trial {
    static final String NAME = "memory";
    static final String PROCESSES = "processes";
    static final String LEFT = "left";

    private static final Duration SETTLING = Duration.ofSeconds(2);

    private final Workshop workshop;
    private final List<Through> ways;
    private final int rounds;
    private final int sessions;

    MemoryTrial(Workshop workshop, List<Through> ways, int rounds, boolean quick) {
        this.workshop = workshop;
        this.ways = List.copyOf(ways);
        this.rounds = rounds;
        this.sessions = quick ? 5 : 20;
    }

    @Override
    public Table table() {
        return new Table(
                NAME,
                sessions + " sessions of a real server",
                "Median of %d rounds; the server is server-everything. Gateway and all its processes, divided by the sessions. RSS counts a shared page in each process that has it, PSS once."
                        .formatted(rounds),
                ways.stream().map(Way::name).toList(),
                List.of(
                        compared("rss", "RSS for each session"),
                        compared("pss", "PSS for each session"),
                        compared("gateway", "RSS of the gateway"),
                        new Metric(
                                "grown",
                                "memory-grown",
                                "of it for each session",
                                "MB",
                                2,
                                Metric.Kind.PLAIN),
                        new Metric(
                                PROCESSES,
                                "memory-processes",
                                "processes for each session",
                                "",
                                2,
                                Metric.Kind.WORST),
                        new Metric(
                                LEFT,
                                "memory-left",
                                "left behind by SIGTERM",
                                "",
                                0,
                                Metric.Kind.WORST)));
    }

    private static Metric compared(String key, String title) {
        return new Metric(key, NAME + "-" + key, title, "MB", 1, Metric.Kind.COMPARED);
    }

    @Override
    public Scores hold() {
        return new Turns(NAME, rounds).take(ways, this::turn);
    }

    private Map<String, Double> turn(Through way) throws TrialFailed {
        try (Serving serving = way.open(workshop)) {
            int before = serving.others().size();
            double alone = serving.own().residentMegabytes();
            try (Crowd crowd = Crowd.of(sessions, serving)) {
                crowd.all(talk -> talk.ask(Question.LIST));
                Pause.of(SETTLING);
                Map<String, Double> measured = measure(serving, before, alone);
                // With all sessions open, which is when there is most to leave behind.
                measured.put(LEFT, (double) serving.end());
                return measured;
            }
        } catch (UncheckedIOException gone) {
            throw new TrialFailed("one of its processes ended: " + gone.getMessage());
        }
    }

    private Map<String, Double> measure(Serving serving, int before, double alone) {
        List<ProcessHandle> others = serving.others();
        var all = new ArrayList<>(List.of(serving.own()));
        others.forEach(other -> all.add(ProcessFigures.of(other.pid())));
        double own = serving.own().residentMegabytes();
        Map<String, Double> measured = new LinkedHashMap<>();
        measured.put(
                "rss",
                all.stream().mapToDouble(ProcessFigures::residentMegabytes).sum() / sessions);
        measured.put(
                "pss",
                all.stream().mapToDouble(ProcessFigures::proportionalMegabytes).sum() / sessions);
        measured.put("gateway", own);
        measured.put("grown", (own - alone) / sessions);
        measured.put(PROCESSES, (others.size() - before) / (double) sessions);
        return measured;
    }
}
