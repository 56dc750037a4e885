package dev.foster.cli.ps;

import dev.foster.control.Amounts;
import dev.foster.control.UsageHistoryView;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;

/** The last minutes of a process, drawn with letters: of each moment the most that was used. */
final class UsageChart {
    private static final String EIGHTHS = " ▁▂▃▄▅▆▇█";
    private static final int COLUMNS = 60;
    private static final int ROWS = 3;
    private static final long LONGEST = Duration.ofMinutes(10).toMillis();

    /** Nothing was measured in this moment. */
    private static final double NOTHING = -1;

    private UsageChart() {}

    /** None when there is too little to draw. */
    static List<String> lines(UsageHistoryView history) {
        if (history.at().size() < 2) {
            return List.of();
        }
        long end = history.at().getLast();
        long begin = Math.max(history.at().getFirst(), end - LONGEST);
        String since = " in the last " + Amounts.elapsed(Duration.ofMillis(end - begin));
        var lines = new ArrayList<String>();
        double[] cpu = moments(history, history.cpuPercent(), begin, end);
        draw(lines, "cpu", cpu, since, Amounts::percent);
        double[] memory = moments(history, history.memoryBytes(), begin, end);
        draw(lines, "memory", memory, since, bytes -> Amounts.bytes((long) bytes));
        return lines;
    }

    /** The most of each moment from begin to end. */
    private static double[] moments(
            UsageHistoryView history,
            List<? extends Optional<? extends Number>> values,
            long begin,
            long end) {
        var moments = new double[COLUMNS];
        Arrays.fill(moments, NOTHING);
        for (int i = 0; i < values.size(); i++) {
            long at = history.at().get(i);
            if (at >= begin && values.get(i).isPresent()) {
                int column = (int) ((at - begin) * (COLUMNS - 1) / Math.max(1, end - begin));
                moments[column] = Math.max(moments[column], values.get(i).get().doubleValue());
            }
        }
        return moments;
    }

    private static void draw(
            List<String> lines,
            String what,
            double[] moments,
            String since,
            DoubleFunction<String> amount) {
        double most = Math.max(0, Arrays.stream(moments).max().orElse(0));
        lines.add(what + ", at most " + amount.apply(most) + since);
        for (int row = ROWS - 1; row >= 0; row--) {
            var line = new StringBuilder("  ");
            for (double moment : moments) {
                line.append(EIGHTHS.charAt(eighths(moment, most, row)));
            }
            lines.add(line.toString().stripTrailing());
        }
    }

    /** How much of its cell in this row a moment fills; one that was measured is always seen. */
    private static int eighths(double moment, double most, int row) {
        if (moment < 0) {
            return 0;
        }
        int height = most == 0 ? 1 : Math.max(1, (int) Math.round(moment / most * ROWS * 8));
        return Math.clamp(height - row * 8L, 0, 8);
    }
}
