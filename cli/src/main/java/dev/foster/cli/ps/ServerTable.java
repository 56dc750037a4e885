package dev.foster.cli.ps;

import dev.foster.cli.Safe;
import dev.foster.cli.ps.Table.Column;
import dev.foster.control.McpServerView;

import java.util.List;
import java.util.OptionalInt;

/** MCP servers as a table. */
final class ServerTable {
    private static final List<Column<McpServerView>> COLUMNS =
            List.of(
                    Column.left("NAME", 0, view -> Safe.line(view.name())),
                    Column.left("ERA", 4, view -> Safe.line(view.era().orElse("-"))),
                    Column.right("SESSIONS", 1, view -> Integer.toString(view.sessions())),
                    Column.right("CHILDREN", 2, view -> Integer.toString(view.children())),
                    Column.right("RESTARTS", 3, view -> Integer.toString(view.restarts())),
                    Column.right("CALLS", 5, view -> Long.toString(view.calls())),
                    Column.left("URL", 0, view -> Safe.line(view.url())));

    private ServerTable() {}

    static List<String> lines(List<McpServerView> servers, OptionalInt width) {
        return new Table<>(COLUMNS, width).lines(servers);
    }
}
