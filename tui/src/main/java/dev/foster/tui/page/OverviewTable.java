package dev.foster.tui.page;

import dev.foster.control.Amounts;
import dev.foster.control.ProcessView;
import dev.foster.tui.frame.ChildText;
import dev.foster.tui.frame.Clusters;
import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Sparkline;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.Curve;
import dev.foster.tui.world.LogLine;
import dev.foster.tui.world.World;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Columns for processes, as many as there is room for. */
final class OverviewTable {
    /** A mark, a symbol, and a blank behind either. */
    private static final int BEFORE = 4;

    private static final int GAP = 2;
    private static final int SHORTEST_NAME = 8;
    private static final int LONGEST_NAME = 28;
    private static final int LONGEST_GROUP = 14;
    private static final int STATE = 10;
    private static final int SHORTEST_LINE = 12;

    /** So wide a last line is worth more than what can be seen on the page of the process. */
    private static final int GOOD_LINE = 24;

    private static final int WORTH_LESS = 5;
    private static final int CURVE = 10;

    /** The share of a core that fills a cell of the curve. */
    private static final double FULL = 100;

    /**
     * A column.
     *
     * @param rank the highest gives way first; 0 never
     */
    private record Column(
            String head, boolean right, int width, int rank, Function<ProcessView, Text> cell) {}

    private final World world;
    private final Ui ui;
    private final List<Column> columns;

    OverviewTable(World world, Ui ui, List<ProcessView> processes, int width) {
        this.world = world;
        this.ui = ui;
        this.columns = fitting(all(processes), width);
    }

    private List<Column> all(List<ProcessView> processes) {
        int names = SHORTEST_NAME;
        int groups = 0;
        for (ProcessView process : processes) {
            names = Math.max(names, Clusters.width(SafeWords.words(process.name())));
            groups = Math.max(groups, Clusters.width(group(process)));
        }
        var all = new ArrayList<Column>();
        all.add(new Column("NAME", false, Math.min(names, LONGEST_NAME), 0, this::name));
        all.add(new Column("STATE", false, STATE, 0, Looks::word));
        if (groups > 0) {
            int width = Math.clamp(groups, 5, LONGEST_GROUP);
            all.add(new Column("GROUP", false, width, 11, p -> Text.of(group(p), Looks.SOFT)));
        }
        all.add(new Column("READY", false, 5, 6, OverviewTable::ready));
        all.add(new Column("PID", true, 7, 7, p -> number(p.pid().map(String::valueOf))));
        all.add(new Column("UPTIME", true, 6, 2, p -> number(Brief.uptime(p, world.now()))));
        all.add(new Column("RESTARTS", true, 8, 5, OverviewTable::restarts));
        all.add(new Column("CPU", true, 6, 3, p -> number(p.cpuPercent().map(Amounts::percent))));
        all.add(new Column("", false, CURVE, 9, this::processor));
        all.add(new Column("MEMORY", true, 8, 4, p -> number(p.memoryBytes().map(Amounts::bytes))));
        all.add(new Column("", false, CURVE, 10, this::memory));
        all.add(new Column("LAST LINE", false, SHORTEST_LINE, 1, this::line));
        return all;
    }

    private static List<Column> fitting(List<Column> all, int width) {
        var columns = new ArrayList<>(all);
        Column least = least(columns);
        while (columns.size() > 2 && wanted(columns, least) > width) {
            columns.remove(least);
            least = least(columns);
        }
        // What is left goes to the last line, or there is too little even for the name.
        int spare = width - total(columns);
        int last = columns.getLast().rank() == 1 ? columns.size() - 1 : 0;
        if (spare < 0 || last > 0) {
            Column column = columns.get(last);
            int wanted = Math.max(SHORTEST_NAME, column.width() + spare);
            columns.set(
                    last,
                    new Column(
                            column.head(), column.right(), wanted, column.rank(), column.cell()));
        }
        return columns;
    }

    private static Column least(List<Column> columns) {
        return Collections.max(columns, Comparator.comparingInt(Column::rank));
    }

    private static int wanted(List<Column> columns, Column least) {
        int more = least.rank() >= WORTH_LESS ? GOOD_LINE - SHORTEST_LINE : 0;
        return total(columns) + more;
    }

    private static int total(List<Column> columns) {
        int total = BEFORE - GAP + 1;
        for (Column column : columns) {
            total += column.width() + GAP;
        }
        return total;
    }

    void heads(Region row) {
        int x = BEFORE;
        for (Column column : columns) {
            cell(row, x, column, Text.of(column.head(), Looks.SOFT));
            x += column.width() + GAP;
        }
    }

    void row(Region row, ProcessView process) {
        Looks looks = Looks.of(process);
        boolean alarm = process.alert().isPresent();
        if (ui.marked().contains(process.name())) {
            row.write(0, 0, "✓", Looks.ACCENT.bold());
        }
        row.write(2, 0, looks.symbol(), alarm ? Looks.ALARM : looks.style());
        int x = BEFORE;
        for (Column column : columns) {
            cell(row, x, column, column.cell().apply(process));
            x += column.width() + GAP;
        }
        if (process.name().equals(ui.selected())) {
            row.restyle(0, 0, row.width(), OverviewTable::selected);
        }
    }

    /** One bar in one colour; only what was found stays as it is. */
    private static Style selected(Style style) {
        return style.equals(Highlight.FOUND)
                ? style
                : Looks.SELECTED.with(style.attributes() & Style.BOLD);
    }

    private static void cell(Region row, int x, Column column, Text text) {
        Region cell = row.part(x, 0, column.width(), 1);
        Text fit = text.fit(column.width());
        if (column.right()) {
            cell.writeRight(0, fit);
        } else {
            cell.write(0, 0, fit);
        }
    }

    private Text name(ProcessView process) {
        Text name = Text.of(SafeWords.words(process.name()), Looks.STRONG);
        return Highlight.of(name, ui.find(), Highlight.FOUND);
    }

    private static String group(ProcessView process) {
        return process.group()
                .map(SafeWords::words)
                .orElse(process.kind().equals(ProcessView.PLUGIN) ? "plugin" : "");
    }

    private static Text ready(ProcessView process) {
        if (!process.state().alive()) {
            return Text.of("-", Looks.SOFT);
        }
        return process.ready() ? Text.of("yes") : Text.of("no", Looks.DOUBTFUL);
    }

    private static Text restarts(ProcessView process) {
        String count = Integer.toString(process.restarts());
        return Text.of(count, process.restarts() > 0 ? Looks.DOUBTFUL : Looks.SOFT);
    }

    private static Text number(Optional<String> number) {
        return number.map(Text::of).orElse(Text.of("-", Looks.SOFT));
    }

    private Text processor(ProcessView process) {
        return curve(process, world.processor(process.name()), FULL);
    }

    private Text memory(ProcessView process) {
        Curve memory = world.memory(process.name());
        // What stays as it is must not look like a wall.
        return curve(process, memory, memory.highest() * Looks.HEADROOM);
    }

    private static Text curve(ProcessView process, Curve curve, double least) {
        if (!process.state().alive()) {
            return Text.EMPTY;
        }
        double top = Math.max(least, curve.highest());
        return Text.of(Sparkline.of(curve.values(), CURVE, top), Looks.CURVE);
    }

    /** The news of a process in one line: an alarm, why it does not run, or what it said last. */
    private Text line(ProcessView process) {
        if (process.alert().isPresent()) {
            return Text.of(SafeWords.words(process.alert().get()), Looks.ALARM);
        }
        Looks looks = Looks.of(process);
        Optional<String> reason = Looks.reason(process);
        if (!looks.calm() && reason.isPresent()) {
            return Text.of(reason.get(), looks.style());
        }
        List<LogLine> lines = world.output(process.name()).lines();
        if (lines.isEmpty()) {
            return Text.EMPTY;
        }
        return Text.of(ChildText.of(lines.getLast().text(), 400).plain(), Looks.SOFT);
    }
}
