package dev.foster.cli.up;

import dev.foster.control.McpServerView;
import dev.foster.control.McpView;
import dev.foster.control.WebLink;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is told about MCP servers and the dashboard when a project comes up: how to come in. */
final class Offer {
    private static final int MOST = 10;

    private Offer() {}

    /** One line for each server and one for all; none where there are none. */
    static List<String> lines(McpView view) {
        List<McpServerView> servers = view.servers();
        if (servers.isEmpty()) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        servers.stream()
                .limit(MOST)
                .forEach(it -> lines.add("foster: MCP server " + it.name() + " is at " + it.url()));
        if (servers.size() > MOST) {
            lines.add(
                    "foster: and "
                            + (servers.size() - MOST)
                            + " more MCP servers; foster ps lists them");
        }
        entrance(view).ifPresent(lines::add);
        return lines;
    }

    /** The way to the dashboard. */
    static String line(WebLink link) {
        return "foster: the dashboard is at " + link.url();
    }

    private static Optional<String> entrance(McpView view) {
        return view.tokenFile().map(file -> "foster: the token for MCP clients is in " + file);
    }
}
