package dev.foster.bench.process;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.StringJoiner;

/** The results as tables in Markdown and as lines of JSON. */
final class Report {
    private final Map<Contest, Scores> results;

    Report(Map<Contest, Scores> results) {
        this.results = results;
    }

    String tables() {
        var text = new StringBuilder();
        results.forEach((contest, scores) -> table(text, contest, scores));
        return text.toString();
    }

    private static void table(StringBuilder text, Contest contest, Scores scores) {
        String first = contest.entries().getFirst().system();
        text.append("## ")
                .append(contest.name())
                .append(": ")
                .append(contest.title())
                .append("\n\n");
        text.append("Median of ").append(contest.rounds()).append(" rounds.\n\n");
        var head = new StringJoiner(" | ", "| ", " |\n").add("system");
        for (Metric metric : contest.metrics()) {
            head.add(metric.title() + ", " + metric.unit());
            if (metric.kind() == Metric.Kind.COMPARED) {
                head.add("× " + first + " (range)");
            }
        }
        text.append(head).append(head.toString().replaceAll("[^|\n]+", "---"));
        for (Entry entry : contest.entries()) {
            text.append(row(contest, scores, entry.system(), first));
        }
        scores.failures()
                .forEach(
                        (system, why) ->
                                text.append("\n")
                                        .append(system)
                                        .append(" has no result: ")
                                        .append(why)
                                        .append("\n"));
        text.append("\n");
    }

    private static String row(Contest contest, Scores scores, String system, String first) {
        var row = new StringJoiner(" | ", "| ", " |\n").add(system);
        for (Metric metric : contest.metrics()) {
            row.add(number(value(metric, scores, system), metric.decimals()));
            if (metric.kind() == Metric.Kind.COMPARED) {
                List<Double> ratios = scores.ratios(metric.key(), system, first);
                row.add(
                        ratios.isEmpty() || system.equals(first)
                                ? "–"
                                : String.format(
                                        Locale.ROOT,
                                        "%.2f (%.2f–%.2f)",
                                        scores.ratio(metric.key(), system, first).orElseThrow(),
                                        Collections.min(ratios),
                                        Collections.max(ratios)));
            }
        }
        return row.toString();
    }

    private static OptionalDouble value(Metric metric, Scores scores, String system) {
        return metric.kind() == Metric.Kind.WORST
                ? scores.worst(metric.key(), system)
                : scores.median(metric.key(), system);
    }

    private static String number(OptionalDouble value, int decimals) {
        return value.isEmpty()
                ? "–"
                : String.format(Locale.ROOT, "%." + decimals + "f", value.getAsDouble());
    }

    static String bars(List<Bar.Verdict> verdicts) {
        var text = new StringBuilder("## Bars for Foster's Linux engine\n\n");
        text.append("| contest | bar | Foster | C (or a bare JVM) | |\n|---|---|---|---|---|\n");
        verdicts.forEach(verdict -> text.append(verdict.row()));
        return text.append("\n").toString();
    }

    /** One line for each metric and system that has a value. */
    List<String> json() {
        var lines = new ArrayList<String>();
        results.forEach(
                (contest, scores) -> {
                    for (Metric metric : contest.metrics()) {
                        for (Entry entry : contest.entries()) {
                            value(metric, scores, entry.system())
                                    .ifPresent(
                                            value ->
                                                    lines.add(
                                                            json(
                                                                    metric,
                                                                    scores,
                                                                    entry.system(),
                                                                    value)));
                        }
                    }
                });
        return lines;
    }

    private static String json(Metric metric, Scores scores, String system, double value) {
        OptionalDouble ratio =
                metric.kind() == Metric.Kind.COMPARED
                        ? scores.ratio(metric.key(), system, Contests.C)
                        : OptionalDouble.empty();
        return String.format(
                Locale.ROOT,
                "{\"bench\":\"%s\",\"system\":\"%s\",\"value\":%s,\"unit\":\"%s\",\"ratio_to_c\":%s}",
                metric.name(),
                system,
                number(OptionalDouble.of(value), 3),
                metric.unit(),
                ratio.isEmpty() ? "null" : number(ratio, 3));
    }
}
