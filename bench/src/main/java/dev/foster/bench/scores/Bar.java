package dev.foster.bench.scores;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Something Foster has to reach.
 *
 * @param contest in which it is measured
 * @param says the bar in words
 * @param limit the number in it
 * @param least true when the value has to be at least the limit, false when at most
 * @param value how it is read from the scores
 * @param beside the same of the system that Foster is measured by
 */
public record Bar(
        String contest, String says, double limit, boolean least, Value value, Value beside) {

    /** A number found in scores, if it was measured. */
    public interface Value {
        OptionalDouble in(Scores scores);
    }

    public Verdict judge(Scores scores) {
        return new Verdict(this, value.in(scores), beside.in(scores));
    }

    /** The outcomes of those whose contests were held, in the order of the results. */
    public static List<Verdict> judge(List<Bar> bars, Map<Table, Scores> results) {
        var verdicts = new ArrayList<Verdict>();
        results.forEach(
                (table, scores) ->
                        bars.stream()
                                .filter(bar -> bar.contest().equals(table.name()))
                                .forEach(bar -> verdicts.add(bar.judge(scores))));
        return verdicts;
    }

    /** The outcome of a bar. */
    public record Verdict(Bar bar, OptionalDouble value, OptionalDouble beside) {

        public boolean missed() {
            if (value.isEmpty()) {
                return false;
            }
            double reached = value.getAsDouble();
            return !(bar.least ? reached >= bar.limit : reached <= bar.limit);
        }

        String row() {
            String word = value.isEmpty() ? "not measured" : missed() ? "MISSED" : "pass";
            return String.format(
                    "| %s | %s | %s | %s | %s |\n",
                    bar.contest, bar.says, text(value), text(beside), word);
        }

        private static String text(OptionalDouble number) {
            return number.isEmpty()
                    ? "–"
                    : String.format(Locale.ROOT, "%.2f", number.getAsDouble());
        }
    }
}
