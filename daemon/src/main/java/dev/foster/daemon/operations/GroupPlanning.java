package dev.foster.daemon.operations;

import dev.foster.control.PlanChange;
import dev.foster.daemon.config.SectionDifferences;
import dev.foster.supervise.spec.GroupSpec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a reload would do with groups: they follow other rules from then on, and nothing restarts.
 */
final class GroupPlanning {
    private GroupPlanning() {}

    static List<PlanChange> changes(List<GroupSpec> current, List<GroupSpec> next) {
        Map<String, GroupSpec> old = byName(current);
        Map<String, GroupSpec> fresh = byName(next);
        var changes = new ArrayList<PlanChange>();
        old.forEach(
                (name, group) -> {
                    if (!fresh.containsKey(name)) {
                        changes.add(update(name, List.of("the group is no longer in the file")));
                    }
                });
        fresh.forEach(
                (name, group) -> {
                    List<String> reasons =
                            Optional.ofNullable(old.get(name))
                                    .map(before -> SectionDifferences.of(before, group))
                                    .orElse(
                                            List.of(
                                                    "the group is new: "
                                                            + String.join(", ", group.members())));
                    if (!reasons.isEmpty()) {
                        changes.add(update(name, reasons));
                    }
                });
        return changes;
    }

    private static Map<String, GroupSpec> byName(List<GroupSpec> groups) {
        var all = new LinkedHashMap<String, GroupSpec>();
        groups.forEach(group -> all.put(group.name(), group));
        return all;
    }

    private static PlanChange update(String name, List<String> reasons) {
        return new PlanChange(name, PlanChange.UPDATE, reasons);
    }
}
