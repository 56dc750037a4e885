package dev.foster.daemon.operations;

import dev.foster.control.PlanChange;
import dev.foster.daemon.config.McpSpec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
                        changes.add(
                                new PlanChange(name, PlanChange.UPDATE, reasons(before, server)));
                    }
                });
        return changes;
    }

    private static PlanChange update(String name, String reason) {
        return new PlanChange(name, PlanChange.UPDATE, List.of(reason));
    }

    private static List<String> reasons(McpSpec before, McpSpec after) {
        var reasons = new ArrayList<String>();
        before.differences(after).forEach(it -> reasons.add(it.toString()));
        if (before.endsSessions(after)) {
            reasons.add("its sessions end");
        }
        return reasons;
    }
}
