package dev.foster.daemon.operations;

import dev.foster.control.PlanChange;
import dev.foster.supervise.spec.GroupSpec;
import dev.foster.supervise.spec.Limit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
                                    .map(before -> differences(before, group))
                                    .orElse(List.of("the group is new: " + members(group)));
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

    private static List<String> differences(GroupSpec before, GroupSpec after) {
        var reasons = new ArrayList<String>();
        differ(reasons, "members", members(before), members(after));
        differ(reasons, "strategy", strategy(before), strategy(after));
        differ(reasons, "intensity", intensity(before), intensity(after));
        differ(reasons, "stop_order", stopOrder(before), stopOrder(after));
        return reasons;
    }

    private static void differ(List<String> reasons, String what, String before, String after) {
        if (!before.equals(after)) {
            reasons.add(what + ": " + before + " -> " + after);
        }
    }

    private static String members(GroupSpec group) {
        return String.join(", ", group.members());
    }

    /** As it stands in the file. */
    private static String strategy(GroupSpec group) {
        return group.strategy().name().toLowerCase(Locale.ROOT);
    }

    private static String stopOrder(GroupSpec group) {
        return group.stopOrder().name().toLowerCase(Locale.ROOT);
    }

    private static String intensity(GroupSpec group) {
        return group.intensity().map(GroupPlanning::words).orElse("none");
    }

    private static String words(Limit limit) {
        long millis = limit.within().toMillis();
        return limit.count() + " in " + (millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms");
    }
}
