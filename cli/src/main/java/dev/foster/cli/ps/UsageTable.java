package dev.foster.cli.ps;

import dev.foster.cli.TerminalText;
import dev.foster.cli.ps.Table.Column;
import dev.foster.control.Amounts;
import dev.foster.control.UsageView;
import dev.foster.control.UsageView.CurrentUsageView;
import dev.foster.control.UsageView.LimitsView;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;

/** What processes use as a table. */
final class UsageTable {
    private UsageTable() {}

    static List<String> lines(List<UsageView> usages, boolean proportional, OptionalInt width) {
        return new Table<>(columns(proportional), width).lines(usages);
    }

    private static List<Column<UsageView>> columns(boolean proportional) {
        var columns = new ArrayList<Column<UsageView>>();
        columns.add(Column.left("NAME", 0, view -> TerminalText.line(view.name())));
        columns.add(now("CPU", 0, current -> Amounts.percent(current.cpuPercent())));
        columns.add(now("MEM", 0, current -> Amounts.bytes(current.memoryBytes())));
        if (proportional) {
            columns.add(
                    now(
                            "PSS",
                            0,
                            current ->
                                    current.proportionalBytes().map(Amounts::bytes).orElse("-")));
        }
        columns.add(
                Column.right(
                        "PEAK",
                        2,
                        view ->
                                view.peak().memoryBytes() == 0
                                        ? "-"
                                        : Amounts.bytes(view.peak().memoryBytes())));
        columns.add(now("THREADS", 3, current -> Integer.toString(current.threads())));
        columns.add(now("PROCS", 4, current -> Integer.toString(current.processes())));
        columns.add(now("FILES", 5, current -> Integer.toString(current.files())));
        columns.add(now("READ", 6, current -> Amounts.bytes(current.readBytes())));
        columns.add(now("WRITTEN", 7, current -> Amounts.bytes(current.writtenBytes())));
        columns.add(Column.left("LIMITS", 1, view -> limits(view.limits())));
        return columns;
    }

    private static Column<UsageView> now(
            String head, int rank, Function<CurrentUsageView, String> cell) {
        return Column.right(head, rank, view -> view.current().map(cell).orElse("-"));
    }

    private static String limits(LimitsView limits) {
        var parts = new ArrayList<String>();
        limits.cpuPercent().ifPresent(share -> parts.add("cpu " + Amounts.percent(share)));
        limits.memoryBytes().ifPresent(bytes -> parts.add("mem " + Amounts.bytes(bytes)));
        limits.threads().ifPresent(count -> parts.add("threads " + count));
        limits.processes().ifPresent(count -> parts.add("procs " + count));
        limits.files().ifPresent(count -> parts.add("files " + count));
        return parts.isEmpty() ? "-" : String.join(", ", parts);
    }
}
