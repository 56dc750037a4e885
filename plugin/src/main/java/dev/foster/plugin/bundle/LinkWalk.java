package dev.foster.plugin.bundle;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Follows a link of an archive step by step, as the system will, by what is in the archive alone. A
 * way that leaves the folder and comes back is one that leaves it: there the folder has another
 * name, and beside it are other plugins.
 */
final class LinkWalk {
    /** As many links in a row as Linux follows. */
    private static final int MOST_LINKS = 40;

    private static final int MOST_STEPS = 1000;

    private final Set<Path> all;
    private final Set<Path> files;
    private final Map<Path, String> links;
    private final int stripped;
    private final Deque<String> steps = new ArrayDeque<>();
    private final List<String> at = new ArrayList<>();
    private int followed;
    private int taken;

    /**
     * In an archive.
     *
     * @param all what is in it
     * @param files those that are files: nothing leads through one
     * @param links those that are links, and where they lead
     * @param stripped how many folders from the top are above the folder that nothing may leave
     */
    LinkWalk(Set<Path> all, Set<Path> files, Map<Path, String> links, int stripped) {
        this.all = all;
        this.files = files;
        this.links = links;
        this.stripped = stripped;
    }

    boolean leadsInside(Path link) {
        link.forEach(part -> at.add(part.toString()));
        if (at.size() <= stripped || !follow(links.getOrDefault(link, ""))) {
            return false;
        }
        while (!steps.isEmpty()) {
            if (++taken > MOST_STEPS || !step(steps.pop())) {
                return false;
            }
        }
        return true;
    }

    private boolean step(String name) {
        if (files.contains(here())) {
            return false;
        }
        if (name.isEmpty() || name.equals(".")) {
            return true;
        }
        if (name.equals("..")) {
            if (at.size() <= stripped) {
                return false;
            }
            at.removeLast();
            return true;
        }
        at.add(name);
        Path here = here();
        String target = links.get(here);
        return target == null ? all.contains(here) : follow(target);
    }

    private Path here() {
        return Path.of(String.join("/", at));
    }

    /** From the link that this stands at. */
    private boolean follow(String target) {
        boolean odd =
                target.isEmpty()
                        || target.startsWith("/")
                        || target.chars().anyMatch(c -> c == '\\' || c < ' ' || c == 127);
        if (odd || ++followed > MOST_LINKS) {
            return false;
        }
        at.removeLast();
        List<String> parts = Arrays.asList(target.split("/", -1));
        parts.reversed().forEach(steps::push);
        return true;
    }
}
