package dev.foster.daemon.operations;

import dev.foster.control.PlanChange;
import dev.foster.daemon.config.McpSpec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a reload would do with MCP servers: one that differs is closed with all its sessions, and
 * its children are started anew when clients come.
 */
final class McpPlanning {
    private McpPlanning() {}

    static List<PlanChange> changes(Map<String, McpSpec> current, Map<String, McpSpec> next) {
        var changes = new ArrayList<PlanChange>();
        current.keySet().stream()
                .filter(name -> !next.containsKey(name))
                .forEach(
                        name ->
                                changes.add(
                                        update(
                                                name,
                                                "the MCP server is no longer in the file, its"
                                                        + " sessions end")));
        next.forEach(
                (name, server) -> {
                    McpSpec before = current.get(name);
                    if (before == null) {
                        changes.add(update(name, "the MCP server is new"));
                    } else if (!before.equals(server)) {
                        changes.add(update(name, differences(before, server)));
                    }
                });
        return changes;
    }

    private static PlanChange update(String name, String reason) {
        return new PlanChange(name, PlanChange.UPDATE, List.of(reason));
    }

    /** Names only: values are often secret. */
    private static String differences(McpSpec before, McpSpec after) {
        var names = new ArrayList<String>();
        differ(names, "what it runs", before.origin(), after.origin());
        differ(names, "description", before.description(), after.description());
        differ(names, "share", before.shared(), after.shared());
        differ(names, "warm", before.warm(), after.warm());
        differ(names, "era", before.modern(), after.modern());
        differ(names, "token_variable", before.tokenVariable(), after.tokenVariable());
        differ(names, "tools", before.tools(), after.tools());
        differ(names, "restart", before.restart(), after.restart());
        differ(names, "timeouts", before.times(), after.times());
        differ(names, "max_message", before.messageBytes(), after.messageBytes());
        differ(names, "cache", before.cache(), after.cache());
        differ(names, "children", before.children(), after.children());
        boolean only = names.equals(List.of("description"));
        return String.join(", ", names) + (only ? "" : "; its sessions end");
    }

    private static void differ(List<String> names, String what, Object before, Object after) {
        if (!Objects.equals(before, after)) {
            names.add(what);
        }
    }
}
