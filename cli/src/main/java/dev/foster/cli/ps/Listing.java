package dev.foster.cli.ps;

import dev.foster.cli.Caller;
import dev.foster.cli.Paint;
import dev.foster.cli.Safe;
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
record Listing(Caller caller, boolean json, Set<String> wanted) {

    void print(List<ProcessView> processes) {
        List<ProcessView> chosen =
                processes.stream()
                        .filter(view -> wanted.isEmpty() || wanted.contains(view.name()))
                        .toList();
        if (json) {
            List<?> trees = chosen.stream().map(ProcessView::toJson).toList();
            caller.out().println(JsonText.write(trees));
        } else {
            ProcessTable.lines(chosen, new Paint(caller.colour()), caller.columns())
                    .forEach(caller.out()::println);
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
                caller.out().println();
            }
            ServerTable.lines(servers, caller.columns()).forEach(caller.out()::println);
        }
    }

    /** What is wrong with the daemon, below everything else: a program reads what is above. */
    void printProblems(List<String> problems) {
        if (problems.isEmpty()) {
            return;
        }
        PrintStream place = json ? caller.err() : caller.out();
        if (!json) {
            place.println();
        }
        problems.forEach(problem -> place.println("problem: " + Safe.line(problem)));
    }

    /** Whether each list takes the place of the one before. */
    boolean redraws() {
        return caller.terminal() && !json;
    }
}
