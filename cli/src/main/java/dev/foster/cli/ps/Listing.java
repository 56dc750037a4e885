package dev.foster.cli.ps;

import dev.foster.cli.Caller;
import dev.foster.control.ProcessView;
import dev.foster.control.json.JsonText;

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
            new ProcessTable(caller.colour(), caller.columns())
                    .lines(chosen)
                    .forEach(caller.out()::println);
        }
    }

    /** Whether each list takes the place of the one before. */
    boolean redraws() {
        return caller.terminal() && !json;
    }
}
