package dev.foster.bench.scores;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.StringJoiner;

/** The results as tables in Markdown and as lines of JSON. */
public final class Report {
    private final Map<Table, Scores> results;

    public Report(Map<Table, Scores> results) {
        this.results = results;
    }

    public String tables() {
        var text = new StringBuilder();
        results.forEach((table, scores) -> table(text, table, scores));
        return text.toString();
    }

    private static void table(StringBuilder text, Table table, Scores scores) {
        String first = table.systems().getFirst();
        text.append("## ").append(table.name()).append(": ").append(table.title()).append("\n\n");
        text.append(table.basis()).append("\n\n");
        var head = new StringJoiner(" | ", "| ", " |\n").add("system");
        for (Metric metric : table.metrics()) {
            head.add(metric.heading());
            if (metric.kind() == Metric.Kind.COMPARED) {
                head.add("× " + first + " (range)");
            }
        }
        text.append(head).append(head.toString().replaceAll("[^|\n]+", "---"));
        for (String system : table.systems()) {
            text.append(row(table, scores, system, first));
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

    private static String row(Table table, Scores scores, String system, String first) {
        var row = new StringJoiner(" | ", "| ", " |\n").add(system);
        for (Metric metric : table.metrics()) {
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
        return switch (metric.kind()) {
            case WORST -> scores.worst(metric.key(), system);
            case TAIL -> scores.tail(metric.key(), system);
            case COMPARED, PLAIN -> scores.median(metric.key(), system);
        };
    }

    private static String number(OptionalDouble value, int decimals) {
        return value.isEmpty()
                ? "–"
                : String.format(Locale.ROOT, "%." + decimals + "f", value.getAsDouble());
    }

    /**
     * Prints everything, and keeps what is worth it; true when a bar was missed.
     *
     * @param preface what stands before the tables
     * @param foster the system that is Foster
     * @param beside what Foster's values stand beside
     */
    public boolean publish(
            Settings settings,
            String preface,
            String foster,
            String beside,
            List<Bar.Verdict> verdicts)
            throws IOException {
        String text = preface + tables() + bars("Bars for Foster", beside, verdicts);
        System.out.println(text);
        json("ratio_to_foster", foster).forEach(System.out::println);
        if (settings.kept()) {
            settings.keep(text);
        }
        return verdicts.stream().anyMatch(Bar.Verdict::missed);
    }

    /** True when a system has no result in some contest. */
    public boolean failed(String system) {
        return results.values().stream().anyMatch(scores -> scores.failures().containsKey(system));
    }

    /** The verdicts as a table; {@code beside} says what Foster's values stand beside. */
    public static String bars(String title, String beside, List<Bar.Verdict> verdicts) {
        var text = new StringBuilder("## " + title + "\n\n");
        text.append("| contest | bar | Foster | " + beside + " | |\n|---|---|---|---|---|\n");
        verdicts.forEach(verdict -> text.append(verdict.row()));
        return text.append("\n").toString();
    }

    /**
     * One line for each metric and system that has a value.
     *
     * @param ratio the member that has the ratio
     * @param to the system it is to
     */
    public List<String> json(String ratio, String to) {
        var lines = new ArrayList<String>();
        results.forEach(
                (table, scores) -> {
                    for (Metric metric : table.metrics()) {
                        for (String system : table.systems()) {
                            value(metric, scores, system)
                                    .ifPresent(
                                            value ->
                                                    lines.add(
                                                            json(metric, system, value)
                                                                    + ratio(
                                                                            ratio, metric, scores,
                                                                            system, to)));
                        }
                    }
                });
        return lines;
    }

    private static String json(Metric metric, String system, double value) {
        return String.format(
                Locale.ROOT,
                "{\"bench\":\"%s\",\"system\":\"%s\",\"value\":%s,\"unit\":\"%s\",",
                metric.name(),
                system,
                number(OptionalDouble.of(value), 3),
                metric.unit());
    }

    private static String ratio(
            String name, Metric metric, Scores scores, String system, String to) {
        OptionalDouble ratio =
                metric.kind() == Metric.Kind.COMPARED
                        ? scores.ratio(metric.key(), system, to)
                        : OptionalDouble.empty();
        return "\"" + name + "\":" + (ratio.isEmpty() ? "null" : number(ratio, 3)) + "}";
    }
}
