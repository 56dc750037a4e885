package dev.foster.stdio.spec;

import java.util.List;

/**
 * Which tools of a server clients see and may call. Names may hold {@code *} for anything.
 *
 * @param allowed those that are offered; all when there is none
 * @param denied those that are not, even when they are allowed
 */
public record ToolChoice(List<String> allowed, List<String> denied) {
    public ToolChoice {
        allowed = List.copyOf(allowed);
        denied = List.copyOf(denied);
    }

    public static ToolChoice all() {
        return new ToolChoice(List.of(), List.of());
    }

    public boolean isAll() {
        return allowed.isEmpty() && denied.isEmpty();
    }

    public boolean offers(String tool) {
        return (allowed.isEmpty() || matches(allowed, tool)) && !matches(denied, tool);
    }

    private static boolean matches(List<String> patterns, String tool) {
        return patterns.stream().anyMatch(pattern -> matches(pattern, tool));
    }

    /** Each part is looked for once, from left to right: a long name costs no more than that. */
    private static boolean matches(String pattern, String tool) {
        String[] parts = pattern.split("\\*", -1);
        String first = parts[0];
        String last = parts[parts.length - 1];
        if (parts.length == 1) {
            return pattern.equals(tool);
        }
        if (tool.length() < first.length() + last.length()
                || !tool.startsWith(first)
                || !tool.endsWith(last)) {
            return false;
        }
        int at = first.length();
        int end = tool.length() - last.length();
        for (int i = 1; i < parts.length - 1 && at >= 0; i++) {
            int found = tool.indexOf(parts[i], at, end);
            at = found < 0 ? found : found + parts[i].length();
        }
        return at >= 0;
    }
}
