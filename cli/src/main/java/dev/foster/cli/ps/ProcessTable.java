package dev.foster.cli.ps;

import dev.foster.cli.Paint;
import dev.foster.cli.Safe;
import dev.foster.control.Amounts;
import dev.foster.control.ProcessView;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;

/** Processes as a table. What does not fit is left out, the least needed first. */
final class ProcessTable {
    private static final String GAP = "  ";
    private static final int SHORTEST_NAME = 8;

    /**
     * A column.
     *
     * @param rank the highest is left out first; 0 never
     */
    private record Column(
            String head, boolean right, int rank, Function<ProcessView, String> cell) {}

    private static final List<Column> COLUMNS =
            List.of(
                    new Column("NAME", false, 0, view -> Safe.line(view.name())),
                    new Column("STATE", false, 0, view -> view.state().word()),
                    new Column("READY", false, 2, view -> view.ready() ? "yes" : "no"),
                    new Column("PID", true, 4, view -> view.pid().map(pid -> "" + pid).orElse("-")),
                    new Column(
                            "UPTIME",
                            true,
                            1,
                            view ->
                                    view.uptimeMs()
                                            .map(Duration::ofMillis)
                                            .map(Amounts::elapsed)
                                            .orElse("-")),
                    new Column("RESTARTS", true, 5, view -> Integer.toString(view.restarts())),
                    new Column(
                            "CPU",
                            true,
                            7,
                            view -> view.cpuPercent().map(Amounts::percent).orElse("-")),
                    new Column(
                            "MEM",
                            true,
                            6,
                            view -> view.memoryBytes().map(Amounts::bytes).orElse("-")),
                    new Column("EXIT", false, 3, view -> Safe.line(view.exit().orElse("-"))));

    private final Paint paint;
    private final OptionalInt width;

    ProcessTable(boolean colour, OptionalInt width) {
        this.paint = new Paint(colour);
        this.width = width;
    }

    List<String> lines(List<ProcessView> processes) {
        var columns = new ArrayList<>(COLUMNS);
        int limit = width.orElse(Integer.MAX_VALUE);
        while (total(columns, processes) > limit && columns.size() > 2) {
            columns.remove(leastNeeded(columns));
        }
        int overflow = Math.max(0, total(columns, processes) - limit);
        int nameWidth = Math.max(SHORTEST_NAME, widest(columns.getFirst(), processes) - overflow);
        var lines = new ArrayList<String>();
        lines.add(line(columns, processes, nameWidth, Column::head, Function.identity()));
        for (ProcessView view : processes) {
            lines.add(
                    line(
                            columns,
                            processes,
                            nameWidth,
                            column -> column.cell().apply(view),
                            text -> paint.ofState(view.state(), text)));
        }
        return lines;
    }

    private static Column leastNeeded(List<Column> columns) {
        Column least = columns.getFirst();
        for (Column column : columns) {
            least = column.rank() > least.rank() ? column : least;
        }
        return least;
    }

    private static int total(List<Column> columns, List<ProcessView> processes) {
        int cells = columns.stream().mapToInt(column -> widest(column, processes)).sum();
        return cells + GAP.length() * (columns.size() - 1);
    }

    private static int widest(Column column, List<ProcessView> processes) {
        return Math.max(
                column.head().length(),
                processes.stream()
                        .mapToInt(view -> column.cell().apply(view).length())
                        .max()
                        .orElse(0));
    }

    private static String line(
            List<Column> columns,
            List<ProcessView> processes,
            int nameWidth,
            Function<Column, String> cell,
            Function<String, String> stateColour) {
        var line = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            int columnWidth = i == 0 ? nameWidth : widest(column, processes);
            String text = cut(cell.apply(column), columnWidth);
            String space = " ".repeat(columnWidth - text.length());
            String padded = column.right() ? space + text : text + space;
            boolean last = i == columns.size() - 1;
            String shown = last ? padded.stripTrailing() : padded + GAP;
            line.append(column.head().equals("STATE") ? stateColour.apply(shown) : shown);
        }
        return line.toString();
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }
}
