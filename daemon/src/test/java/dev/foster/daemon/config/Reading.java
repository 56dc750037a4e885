package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.document.DocumentProblem;
import dev.foster.document.Fault;
import dev.foster.supervise.spec.GroupSpec;
import dev.foster.supervise.spec.ProcessSpec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A directory with the files of a project, and what the reader makes of it. */
final class Reading {
    private final Path directory;
    private final Map<String, String> environment = new HashMap<>();

    Reading(Path directory) {
        this.directory = directory;
    }

    Reading file(String name, String text) {
        try {
            Path file = directory.resolve(name);
            Files.createDirectories(file.getParent());
            // Half a character becomes a question mark; it could not be written otherwise.
            Files.write(file, text.getBytes(UTF_8));
            return this;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    Reading variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Project project() {
        return ProjectReader.read(ProjectFiles.discover(directory), environment);
    }

    Project project(String text) {
        return file("foster.yaml", text).project();
    }

    /** The only process of a file. */
    ProcessSpec process(String text) {
        List<ProcessSpec> processes = project(text).stack().processes();
        assertThat(processes).hasSize(1);
        return processes.getFirst();
    }

    /** The process w with these fields, in one line. */
    ProcessSpec with(String fields) {
        return process("processes: {w: {command: run, " + fields + "}}");
    }

    DocumentProblem problem() {
        DocumentProblem problem = catchThrowableOfType(DocumentProblem.class, this::project);
        assertThat(problem).as("the file should have been refused").isNotNull();
        problem.faults().forEach(fault -> Grammar.assertFollowedBy(fault.message()));
        return problem;
    }

    /** All faults of a file, a line each, without the directory and the lines they are about. */
    String faults(String text) {
        return file("foster.yaml", text).faults();
    }

    String faults() {
        DocumentProblem problem = problem();
        String more =
                String.valueOf(problem.getMessage())
                        .replaceFirst("(?s).*?(\nand \\d+ more)?$", "$1");
        return problem.faults().stream()
                .map(Fault::toString)
                .collect(Collectors.joining("\n"))
                .concat(more)
                .replace(directory + "/", "");
    }

    List<String> notices() {
        return project().notices().stream()
                .map(notice -> notice.toString().replace(directory + "/", ""))
                .toList();
    }

    static ProcessSpec process(Project project, String name) {
        return project.stack().processes().stream()
                .filter(process -> process.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static GroupSpec group(Project project, String name) {
        return project.stack().groups().stream()
                .filter(group -> group.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
