package dev.foster.daemon.config;

import dev.foster.supervise.spec.StackSpec;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What the files of a project say.
 *
 * @param name what the project is called; the name of its directory unless the file says otherwise
 * @param directory where it lives, absolute; relative paths in the file start here
 * @param files what was read, in the order it was laid on top of each other, .env files included
 * @param stack the processes and groups; it has no {@link StackSpec#problems()}
 * @param logs where the output of each process is written; every process has one
 * @param descriptions what people wrote about a process, for those that have a description
 * @param notices what was understood but has no effect
 */
public record Project(
        String name,
        Path directory,
        List<Path> files,
        StackSpec stack,
        Map<String, LogSpec> logs,
        Map<String, String> descriptions,
        List<Notice> notices) {
    public Project {
        files = List.copyOf(files);
        logs = Map.copyOf(logs);
        descriptions = Map.copyOf(descriptions);
        notices = List.copyOf(notices);
    }
}
