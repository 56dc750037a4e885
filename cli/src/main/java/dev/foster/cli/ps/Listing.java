package dev.foster.cli.ps;

import dev.foster.cli.Invocation;
import dev.foster.cli.Paint;
import dev.foster.cli.TerminalText;
import dev.foster.control.McpServerView;
import dev.foster.control.ProcessView;
import dev.foster.json.JsonText;

import java.io.PrintStream;
import java.util.List;
import java.util.Set;

/**
 * How a list of processes is shown.
 *
 * @param json whether as JSON, on one line
 * @param wanted the names to show; empty means all
 */
record Listing(Invocation invocation, boolean json, Set<String> wanted) {

    void print(List<ProcessView> processes) {
        List<ProcessView> chosen =
                processes.stream()
                        .filter(view -> wanted.isEmpty() || wanted.contains(view.name()))
                        .toList();
        if (json) {
            List<?> trees = chosen.stream().map(ProcessView::toJson).toList();
            invocation.out().println(JsonText.write(trees));
        } else {
            ProcessList.lines(chosen, new Paint(invocation.colour()), invocation.columns())
                    .forEach(invocation.out()::println);
        }
    }

    /**
     * The MCP servers below the processes, or alone where there are none. Who asks for names, or in
     * JSON, asks for processes.
     */
    void print(List<ProcessView> processes, List<McpServerView> servers) {
        boolean shown = !servers.isEmpty() && !json && wanted.isEmpty();
        if (!shown || !processes.isEmpty()) {
            print(processes);
        }
        if (shown) {
            if (!processes.isEmpty()) {
                invocation.out().println();
            }
            ServerTable.lines(servers, invocation.columns()).forEach(invocation.out()::println);
        }
    }

    /** What is wrong with the daemon, below everything else: a program reads what is above. */
    void printProblems(List<String> problems) {
        if (problems.isEmpty()) {
            return;
        }
        PrintStream place = json ? invocation.err() : invocation.out();
        if (!json) {
            place.println();
        }
        problems.forEach(problem -> place.println("problem: " + TerminalText.line(problem)));
    }

    /** Whether each list takes the place of the one before. */
    boolean redraws() {
        return invocation.terminal() && !json;
    }
}
