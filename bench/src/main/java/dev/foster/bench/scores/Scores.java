package dev.foster.bench.scores;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/** What one contest has measured so far: a value for each metric, system and round. */
public final class Scores {
    private final Map<String, Map<String, double[]>> values = new LinkedHashMap<>();
    private final Map<String, String> failures = new LinkedHashMap<>();
    private final int rounds;

    public Scores(int rounds) {
        this.rounds = rounds;
    }

    public void put(String key, String system, int round, double value) {
        values.computeIfAbsent(key, _ -> new LinkedHashMap<>())
                        .computeIfAbsent(system, _ -> missing())[round] =
                value;
    }

    private double[] missing() {
        var none = new double[rounds];
        Arrays.fill(none, Double.NaN);
        return none;
    }

    /** Takes a system out of the contest: a system that failed once has no result. */
    public void failed(String system, String why) {
        failures.putIfAbsent(system, why);
        values.values().forEach(systems -> systems.remove(system));
    }

    public Map<String, String> failures() {
        return failures;
    }

    public OptionalDouble median(String key, String system) {
        return median(of(key, system));
    }

    public OptionalDouble worst(String key, String system) {
        return of(key, system).max();
    }

    /** The 99th percentile; of fewer than 100 values it is the largest. */
    public OptionalDouble tail(String key, String system) {
        double[] sorted = of(key, system).sorted().toArray();
        return sorted.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(sorted[(int) Math.ceil(sorted.length * 0.99) - 1]);
    }

    /**
     * The median of the ratios of each round, so that a slow minute of the machine hits both sides.
     */
    public OptionalDouble ratio(String key, String system, String to) {
        return median(ratios(key, system, to).stream().mapToDouble(Double::doubleValue));
    }

    public List<Double> ratios(String key, String system, String to) {
        double[] left = row(key, system);
        double[] right = row(key, to);
        var ratios = new ArrayList<Double>();
        for (int round = 0; round < rounds; round++) {
            double ratio = left[round] / right[round];
            if (Double.isFinite(ratio)) {
                ratios.add(ratio);
            }
        }
        return ratios;
    }

    private DoubleStream of(String key, String system) {
        return Arrays.stream(row(key, system)).filter(Double::isFinite);
    }

    private double[] row(String key, String system) {
        double[] found = values.getOrDefault(key, Map.of()).get(system);
        return found == null ? missing() : found;
    }

    private static OptionalDouble median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(
                sorted.length % 2 == 1
                        ? sorted[middle]
                        : (sorted[middle - 1] + sorted[middle]) / 2);
    }
}
