package dev.foster.cli.ps;

import dev.foster.cli.TerminalText;
import dev.foster.cli.ps.Table.Column;
import dev.foster.control.McpServerView;

import java.util.List;
import java.util.OptionalInt;

/** MCP servers as a table. */
final class ServerTable {
    private static final List<Column<McpServerView>> COLUMNS =
            List.of(
                    Column.left("NAME", 0, view -> TerminalText.line(view.name())),
                    Column.left("ERA", 4, view -> TerminalText.line(view.era().orElse("-"))),
                    Column.right("SESSIONS", 1, view -> Integer.toString(view.sessions())),
                    Column.right("CHILDREN", 2, view -> Integer.toString(view.children())),
                    Column.right("RESTARTS", 3, view -> Integer.toString(view.restarts())),
                    Column.right("CALLS", 5, view -> Long.toString(view.calls())),
                    Column.left("URL", 0, view -> TerminalText.line(view.url())));

    private ServerTable() {}

    static List<String> lines(List<McpServerView> servers, OptionalInt width) {
        return new Table<>(COLUMNS, width).lines(servers);
    }
}
