package dev.foster.plugin.runtime;

import dev.foster.plugin.manifest.Inherit;
import dev.foster.process.ChildSpec;
import dev.foster.process.Environment;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What starts a plugin, all questions answered.
 *
 * @param command the program, by its full path, and its arguments
 * @param directory where it runs
 * @param environment variables set for it, over inherited ones
 * @param removed variables it must not inherit
 * @param checks what was looked at on the way, a line each, for people
 */
public record LaunchCommand(
        List<String> command,
        Path directory,
        Map<String, String> environment,
        Set<String> removed,
        List<String> checks) {

    public LaunchCommand {
        command = List.copyOf(command);
        Objects.requireNonNull(directory);
        environment = Map.copyOf(environment);
        // What a manifest sets, it wants.
        var rest = new HashSet<>(removed);
        rest.removeAll(environment.keySet());
        removed = Set.copyOf(rest);
        checks = List.copyOf(checks);
    }

    /** The environment of the child, given what it inherits from this JVM's. */
    public Environment environment(Inherit inherit) {
        Environment all = inherit.environment(System.getenv().keySet()).with(environment);
        for (String name : removed) {
            all = all.without(name);
        }
        return all;
    }

    /** A child with this command; streams, stop plan and the rest are as by default. */
    public ChildSpec childSpec(Inherit inherit) {
        return ChildSpec.of(command).directory(directory).environment(environment(inherit));
    }
}
