package dev.foster.cli.doctor;

import dev.foster.cli.Arguments;
import dev.foster.cli.ChosenProject;
import dev.foster.cli.Invocation;
import dev.foster.cli.doctor.Finding.Grade;
import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.HealthView;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProjectPaths;
import dev.foster.process.EngineFacts;
import dev.foster.process.ProblemException;
import dev.foster.process.ProcessEngine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Looks at what foster needs, one thing after the other. */
final class Examination {
    private static final long FEW_FILES = 4096;

    private final List<Finding> findings = new ArrayList<>();

    private Examination() {}

    static List<Finding> of(Invocation invocation, Arguments arguments) {
        var examination = new Examination();
        examination.java();
        examination.kernel();
        examination.engine();
        examination.limits();
        examination.folders(invocation, arguments);
        examination.daemon(invocation, arguments);
        return examination.findings;
    }

    private void add(Grade grade, String about, String text) {
        findings.add(new Finding(grade, about, text));
    }

    private void java() {
        add(Grade.GOOD, "java", Runtime.version() + " from " + System.getProperty("java.home"));
    }

    private void kernel() {
        add(
                Grade.GOOD,
                "system",
                System.getProperty("os.name")
                        + " "
                        + System.getProperty("os.version")
                        + " "
                        + System.getProperty("os.arch")
                        + ", "
                        + Runtime.getRuntime().availableProcessors()
                        + " processors");
    }

    private void engine() {
        try (ProcessEngine engine = ProcessEngine.start()) {
            EngineFacts facts = engine.facts();
            String can =
                    facts.abilities().stream()
                            .map(
                                    ability ->
                                            ability.name()
                                                    .toLowerCase(Locale.ROOT)
                                                    .replace('_', ' '))
                            .sorted()
                            .collect(Collectors.joining(", "));
            add(Grade.GOOD, "engine", facts.name() + ": " + can);
            facts.limits().forEach(limit -> add(Grade.LESS, "engine", limit));
            facts.enforcement()
                    .forEach(it -> add(it.held() ? Grade.GOOD : Grade.LESS, it.what(), it.how()));
        } catch (ProblemException problem) {
            add(Grade.BAD, "engine", problem.problem().message());
        }
    }

    private void limits() {
        read(Path.of("/proc/self/limits"))
                .flatMap(
                        text ->
                                text.lines()
                                        .filter(line -> line.startsWith("Max open files"))
                                        .findFirst())
                .ifPresent(
                        line -> {
                            String soft = line.substring("Max open files".length()).strip();
                            String number = soft.split("\\s+", 2)[0];
                            boolean few =
                                    number.matches("\\d{1,18}")
                                            && Long.parseLong(number) < FEW_FILES;
                            add(
                                    few ? Grade.LESS : Grade.GOOD,
                                    "open files",
                                    number
                                            + (few
                                                    ? ", about four for each process; raise it with"
                                                            + " ulimit -n"
                                                    : ""));
                        });
    }

    private void folders(Invocation invocation, Arguments arguments) {
        ProjectPaths paths = ChosenProject.paths(invocation, arguments);
        try {
            paths.create();
            add(Grade.GOOD, "runtime", paths.runtime().toString());
            add(Grade.GOOD, "state", paths.state().toString());
        } catch (ControlProblem problem) {
            add(Grade.BAD, "folders", String.valueOf(problem.getMessage()));
        }
    }

    /** How the daemon of this project is, if one runs. */
    private void daemon(Invocation invocation, Arguments arguments) {
        try {
            ControlClient client = ChosenProject.client(invocation, arguments, "doctor");
            HealthView health = client.health();
            // Those of its health are among them.
            List<String> problems = client.project().problems();
            problems.forEach(problem -> add(Grade.BAD, "daemon", problem));
            if (problems.isEmpty()) {
                String parts =
                        health.parts().stream()
                                .map(HealthView.PartView::name)
                                .collect(Collectors.joining(", "));
                add(Grade.GOOD, "daemon", "well: " + parts);
            }
        } catch (ControlProblem problem) {
            if (problem.code() != ProblemCode.NOT_RUNNING) {
                add(Grade.BAD, "daemon", String.valueOf(problem.getMessage()));
            }
        }
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException absent) {
            return Optional.empty();
        }
    }
}
