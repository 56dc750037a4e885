package dev.foster.daemon.config;

import dev.foster.control.ScreenView;
import dev.foster.control.ScreenView.KeyView;
import dev.foster.document.Located;
import dev.foster.document.Words;
import dev.foster.process.Stdin;
import dev.foster.supervise.spec.GroupSpec;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.StackSpec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a file says about the screen; the names in it are looked up when all of them are known. */
record ScreenLayout(List<Located<String>> panels, Map<String, KeyBinding> keys) {
    static final ScreenLayout USUAL = new ScreenLayout(List.of(), Map.of());

    /** What a key sends to whom; one that was read has both. */
    record KeyBinding(
            Optional<Located<String>> process, Optional<String> text, Optional<String> label) {}

    ScreenView resolved(StackSpec stack, Set<String> plugins) {
        var shown = new LinkedHashSet<String>();
        for (Located<String> panel : panels) {
            List<String> members = members(panel.value(), stack);
            if (members.isEmpty()) {
                unknown(panel, stack);
            }
            shown.addAll(members);
        }
        var views = new ArrayList<KeyView>();
        keys.forEach((name, key) -> views.add(view(name, key, stack, plugins)));
        return new ScreenView(List.copyOf(shown), views);
    }

    private static KeyView view(String name, KeyBinding key, StackSpec stack, Set<String> plugins) {
        Located<String> to = key.process().orElseThrow();
        String text = key.text().orElseThrow();
        Optional<ProcessSpec> process = process(to.value(), stack);
        if (process.isEmpty()) {
            unknown(to, stack);
        } else if (process.get().child().stdin() != Stdin.PIPE && !plugins.contains(to.value())) {
            to.refuse(to.value() + " takes no input", "add stdin: pipe to it");
        }
        String label = key.label().orElse("send " + text + " to " + to.value());
        return new KeyView(name, to.value(), text, label);
    }

    private static void unknown(Located<String> used, StackSpec stack) {
        List<String> known = stack.processes().stream().map(ProcessSpec::name).toList();
        used.refuse(
                "there is no process " + Words.quote(used.value()),
                Words.advice(used.value(), known));
    }

    private static Optional<ProcessSpec> process(String name, StackSpec stack) {
        return stack.processes().stream().filter(spec -> spec.name().equals(name)).findFirst();
    }

    /** The process of this name, or those of the group. */
    private static List<String> members(String name, StackSpec stack) {
        if (process(name, stack).isPresent()) {
            return List.of(name);
        }
        return stack.groups().stream()
                .filter(group -> group.name().equals(name))
                .map(GroupSpec::members)
                .flatMap(List::stream)
                .flatMap(member -> members(member, stack).stream())
                .toList();
    }
}
