package dev.foster.tui.page;

import dev.foster.tui.keys.Key;
import dev.foster.tui.state.Command;
import dev.foster.tui.state.Page;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What can be done in the same places.
 *
 * @param title where that is
 */
record KeyGroup(String title, List<Entry> entries) {

    /**
     * One thing that can be done.
     *
     * @param keys any of which does it
     * @param word its name in the palette; empty if it has none
     */
    record Entry(List<String> keys, String word, String about) {
        static Entry of(Command command) {
            List<String> keys = command.keys().stream().map(Key::name).toList();
            return new Entry(keys, command.word(), command.about());
        }
    }

    /** All commands, and what is none: numbers and the mouse. */
    static List<KeyGroup> all() {
        Map<Set<Page>, List<Entry>> groups = new LinkedHashMap<>();
        for (Command command : Command.values()) {
            groups.computeIfAbsent(command.pages(), _ -> new ArrayList<>()).add(Entry.of(command));
        }
        groups.computeIfAbsent(Set.of(Page.PANELS), _ -> new ArrayList<>())
                .add(new Entry(List.of("1 … 9"), "", "select the panel with this number"));
        var all = new ArrayList<KeyGroup>();
        groups.forEach((pages, entries) -> all.add(new KeyGroup(title(pages), entries)));
        all.add(mouse());
        return all;
    }

    private static KeyGroup mouse() {
        return new KeyGroup(
                "Mouse",
                List.of(
                        new Entry(
                                List.of("click"),
                                "",
                                "select a process, a page, an answer or a key at the bottom"),
                        new Entry(List.of("click again"), "", "look at the selected process"),
                        new Entry(List.of("wheel"), "", "up and down")));
    }

    private static String title(Set<Page> pages) {
        if (pages.isEmpty()) {
            return "By name, after :";
        }
        var missing = EnumSet.allOf(Page.class);
        missing.removeAll(pages);
        if (missing.isEmpty()) {
            return "Everywhere";
        }
        if (missing.equals(EnumSet.of(Page.CHAT))) {
            return "Everywhere but in the chat";
        }
        List<String> names = EnumSet.copyOf(pages).stream().map(KeyGroup::word).toList();
        String last = names.getLast();
        String words =
                names.size() == 1
                        ? last
                        : String.join(", ", names.subList(0, names.size() - 1)) + " and " + last;
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    private static String word(Page page) {
        return page.name().toLowerCase(Locale.ROOT);
    }
}
