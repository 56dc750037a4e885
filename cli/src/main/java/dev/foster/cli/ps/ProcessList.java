package dev.foster.cli.ps;

import dev.foster.cli.Paint;
import dev.foster.cli.TerminalText;
import dev.foster.cli.ps.Table.Column;
import dev.foster.control.Amounts;
import dev.foster.control.ProcessView;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** Processes as a table. */
final class ProcessList {
    private ProcessList() {}

    static List<String> lines(List<ProcessView> processes, Paint paint, OptionalInt width) {
        return new Table<>(columns(paint), width).lines(processes);
    }

    private static List<Column<ProcessView>> columns(Paint paint) {
        return List.of(
                Column.left("NAME", 0, view -> TerminalText.line(view.name())),
                Column.<ProcessView>left("STATE", 0, view -> view.state().word())
                        .painted(view -> text -> paint.ofState(view.state(), text)),
                Column.left("READY", 2, view -> view.ready() ? "yes" : "no"),
                Column.right("PID", 4, view -> view.pid().map(pid -> "" + pid).orElse("-")),
                Column.right(
                        "UPTIME",
                        1,
                        view ->
                                view.uptimeMs()
                                        .map(Duration::ofMillis)
                                        .map(Amounts::elapsed)
                                        .orElse("-")),
                Column.right("RESTARTS", 5, view -> Integer.toString(view.restarts())),
                Column.right("CPU", 7, view -> view.cpuPercent().map(Amounts::percent).orElse("-")),
                Column.right("MEM", 6, view -> view.memoryBytes().map(Amounts::bytes).orElse("-")),
                Column.left("EXIT", 3, view -> TerminalText.line(view.exit().orElse("-"))));
    }
}
