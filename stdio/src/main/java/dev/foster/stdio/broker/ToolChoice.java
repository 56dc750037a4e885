package dev.foster.stdio.broker;

import java.util.List;
import java.util.regex.Pattern;

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

    boolean isAll() {
        return allowed.isEmpty() && denied.isEmpty();
    }

    public boolean offers(String tool) {
        return (allowed.isEmpty() || matches(allowed, tool)) && !matches(denied, tool);
    }

    private static boolean matches(List<String> patterns, String tool) {
        return patterns.stream()
                .anyMatch(
                        pattern ->
                                Pattern.matches(
                                        Pattern.quote(pattern).replace("*", "\\E.*\\Q"), tool));
    }
}
