package dev.foster.daemon.operations;

import dev.foster.control.ActionResult;
import dev.foster.control.PlanChange;
import dev.foster.control.PlanView;
import dev.foster.daemon.config.Project;
import dev.foster.daemon.config.SectionDifferences;
import dev.foster.document.Notice;
import dev.foster.supervise.spec.Change;
import dev.foster.supervise.spec.ProcessSpec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a reload would do, by comparing what is supervised with what the files say now. */
final class Planning {
    private Planning() {}

    static PlanView plan(Project current, Project next) {
        Map<String, ProcessSpec> old = byName(current);
        Map<String, ProcessSpec> fresh = byName(next);
        var changes = new ArrayList<PlanChange>();
        int unchanged = 0;
        for (String name : old.keySet()) {
            if (!fresh.containsKey(name)) {
                changes.add(
                        new PlanChange(
                                name, PlanChange.STOP, List.of("it is no longer in the file")));
            }
        }
        for (ProcessSpec spec : fresh.values()) {
            ProcessSpec before = old.get(spec.name());
            if (before == null) {
                String action = spec.enabled() ? PlanChange.START : PlanChange.UPDATE;
                changes.add(new PlanChange(spec.name(), action, List.of("it is new")));
                continue;
            }
            List<String> reasons = reasons(current, before, next, spec);
            if (reasons.isEmpty()) {
                unchanged++;
            } else {
                changes.add(new PlanChange(spec.name(), action(before, spec), reasons));
            }
        }
        changes.addAll(GroupPlanning.changes(current.stack().groups(), next.stack().groups()));
        changes.addAll(McpPlanning.changes(current.mcp(), next.mcp()));
        SectionDifferences.of(current, next)
                .forEach(
                        (name, reasons) ->
                                changes.add(new PlanChange(name, PlanChange.UPDATE, reasons)));
        return new PlanView(changes, unchanged, warnings(current, next));
    }

    /** What came of a plan: an update is in force by now, what else was planned is under way. */
    static ActionResult result(PlanView plan, Project next) {
        var changed = new ArrayList<String>();
        var notes = new ArrayList<>(plan.warnings());
        for (PlanChange change : plan.changes()) {
            if (change.action().equals(PlanChange.UPDATE)) {
                notes.add("updated " + change.name() + ": " + String.join("; ", change.reasons()));
            } else {
                changed.add(change.name());
            }
        }
        var unchanged =
                next.stack().processes().stream()
                        .map(ProcessSpec::name)
                        .filter(name -> !changed.contains(name))
                        .toList();
        return new ActionResult(changed, unchanged, notes);
    }

    private static List<String> warnings(Project current, Project next) {
        var warnings = new ArrayList<>(next.notices().stream().map(Notice::toString).toList());
        if (current.bus().isPresent()
                && next.bus().filter(current.bus().get()::canBecome).isEmpty()) {
            warnings.add("the bus stays as it is until the next foster up");
        }
        if (!current.mcp().isEmpty() && !current.gateway().equals(next.gateway())) {
            warnings.add("the gateway of MCP stays as it is until the next foster up");
        }
        return warnings;
    }

    private static Map<String, ProcessSpec> byName(Project project) {
        var all = new LinkedHashMap<String, ProcessSpec>();
        project.stack().processes().forEach(spec -> all.put(spec.name(), spec));
        return all;
    }

    private static String action(ProcessSpec before, ProcessSpec after) {
        if (!before.enabled() && after.enabled()) {
            return PlanChange.START;
        }
        return before.changeTo(after) == Change.RESTART ? PlanChange.RESTART : PlanChange.UPDATE;
    }

    private static List<String> reasons(
            Project current, ProcessSpec before, Project next, ProcessSpec after) {
        var reasons = new ArrayList<String>();
        current.differences(before, next, after).forEach(it -> reasons.add(it.toString()));
        if (reasons.isEmpty() && !before.attendant().equals(after.attendant())) {
            reasons.add("how it comes onto the bus");
        }
        return reasons;
    }
}
