package dev.foster.daemon.config;

import dev.foster.document.Difference;
import dev.foster.supervise.spec.GroupSpec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What two readings of a project say otherwise of all but its processes; no secret is told. */
public final class SectionDifferences {
    private static final String NEW = "it is new";
    private static final String GONE = "it is no longer in the file";

    private SectionDifferences() {}

    /** Of a group, a line each. */
    public static List<String> of(GroupSpec before, GroupSpec after) {
        return lines(GroupSection.GROUP.differences(before, after));
    }

    /** By the key at the top of the file; a key is missing where nothing differs. */
    public static Map<String, List<String>> of(Project before, Project after) {
        var all = new LinkedHashMap<String, List<String>>();
        if (!before.screen().equals(after.screen())) {
            all.put("screen", List.of("its panels or keys"));
        }
        if (!before.metrics().equals(after.metrics())) {
            all.put(
                    "metrics",
                    lines(MetricsSection.differences(before.metrics(), after.metrics())));
        }
        if (!before.web().equals(after.web())) {
            all.put("web", web(before, after));
        }
        if (!before.hooks().equals(after.hooks())) {
            all.put("notify", hooks(before.hooks(), after.hooks()));
        }
        return all;
    }

    private static List<String> web(Project before, Project after) {
        if (before.web().isEmpty()) {
            return List.of(NEW);
        }
        return after.web()
                .map(it -> lines(WebSection.WEB.differences(before.web().get(), it)))
                .orElse(List.of(GONE));
    }

    private static List<String> hooks(List<HookSpec> before, List<HookSpec> after) {
        var lines = new ArrayList<String>();
        Map<String, HookSpec> old = byName(before);
        Map<String, HookSpec> fresh = byName(after);
        old.forEach(
                (name, hook) -> {
                    if (!fresh.containsKey(name)) {
                        lines.add(name + ": " + GONE);
                    }
                });
        fresh.forEach(
                (name, hook) -> {
                    HookSpec known = old.get(name);
                    if (known == null) {
                        lines.add(name + ": " + NEW);
                    } else if (!known.equals(hook)) {
                        lines.add(name + ": " + hook(known, hook));
                    }
                });
        return lines.isEmpty() ? List.of("their order") : lines;
    }

    private static String hook(HookSpec before, HookSpec after) {
        List<String> lines = lines(HookSection.SPEC.differences(before, after));
        return lines.isEmpty() ? "its processes or its environment" : String.join("; ", lines);
    }

    private static Map<String, HookSpec> byName(List<HookSpec> hooks) {
        var all = new LinkedHashMap<String, HookSpec>();
        hooks.forEach(hook -> all.put(hook.name(), hook));
        return all;
    }

    private static List<String> lines(List<Difference> differences) {
        return differences.stream().map(Difference::toString).toList();
    }
}
