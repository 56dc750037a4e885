package dev.foster.plugin.protocol.handshake;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How a version of the application's protocol is agreed on: the host says which it accepts, the
 * plugin picks the highest it has in common, the host accepts an exact match.
 */
public final class Versions {
    private Versions() {}

    /** What the host puts in {@link Variable#PROTOCOL_VERSIONS}, lowest first. */
    public static String text(Set<Integer> accepted) {
        return new TreeSet<>(accepted)
                .stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /**
     * The plugin's choice. Without a common version it is the lowest of its own: a host that is
     * older than the variable may still speak it, and any other host will say what is wrong.
     *
     * @param own what the plugin speaks; at least one
     * @param variable what the host put in {@link Variable#PROTOCOL_VERSIONS}, or nothing
     */
    public static Choice choose(Set<Integer> own, String variable) {
        SortedSet<Integer> sorted = new TreeSet<>(own);
        var accepted = new HashSet<Long>();
        var unreadable = new ArrayList<String>();
        if (!variable.isEmpty()) {
            for (String item : List.of(variable.split(",", -1))) {
                OptionalLong version = GoText.atoi(item);
                if (version.isPresent()) {
                    accepted.add(version.getAsLong());
                } else {
                    unreadable.add(item);
                }
            }
        }
        for (int version : sorted.reversed()) {
            if (accepted.contains((long) version)) {
                return new Choice(version, true, unreadable);
            }
        }
        return new Choice(sorted.first(), false, unreadable);
    }

    /**
     * What a plugin settled on.
     *
     * @param version to be told to the host
     * @param common whether the host accepts it, as far as the plugin knows
     * @param unreadable items of the host's list that are no numbers
     */
    public record Choice(int version, boolean common, List<String> unreadable) {
        public Choice {
            unreadable = List.copyOf(unreadable);
        }
    }
}
