package dev.foster.plugin.manifest;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * Where a plugin runs and what it finds in its environment.
 *
 * @param workingDirectory absolute, inside the plugin's folder
 * @param environment variables set for it; they win over inherited ones
 * @param inherit which variables of the host it gets
 */
public record LaunchEnvironment(
        Path workingDirectory, Map<String, String> environment, Inherit inherit) {
    public LaunchEnvironment {
        Objects.requireNonNull(workingDirectory);
        environment = Map.copyOf(environment);
        Objects.requireNonNull(inherit);
    }
}
