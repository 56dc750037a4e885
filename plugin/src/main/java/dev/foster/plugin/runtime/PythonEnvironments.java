package dev.foster.plugin.runtime;

import dev.foster.plugin.files.Durable;
import dev.foster.plugin.files.FolderLock;
import dev.foster.plugin.manifest.PythonVersion;
import dev.foster.process.Quantities;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Environments that were built for Python plugins, each in a folder named by what it is made of.
 *
 * <p>One is built where it will stay, because an environment does not survive a move, under a lock
 * that other builders wait for. A marker with its whole description is written last: without it, or
 * with another, or when its interpreter no longer answers, it is removed and built anew.
 */
final class PythonEnvironments {
    private static final String MARKER = "foster-environment.txt";
    private static final PythonVersion OLDEST_PIP = PythonVersion.parse("22.3").orElseThrow();

    private final Path folder;
    private final HelperProgram tool;
    private final InterpreterSearch search;
    private final RuntimeOptions options;

    PythonEnvironments(HelperProgram tool, InterpreterSearch search, RuntimeOptions options) {
        this.folder = options.cache().toAbsolutePath().resolve("python");
        this.tool = tool;
        this.search = search;
        this.options = options;
    }

    /** The interpreter of an environment, relative to it. */
    static Path interpreter(Path environment) {
        return environment.resolve(Runtimes.WINDOWS ? "Scripts/python.exe" : "bin/python");
    }

    /** The environment this plan describes, built if it is not there. */
    Path provide(EnvironmentPlan plan, Progress progress) throws InterruptedException {
        Path environment = folder.resolve(plan.key());
        try (FolderLock _ = lock(plan, progress)) {
            Optional<String> why = unusable(plan, environment);
            if (why.isPresent()) {
                progress.line("building a Python environment in " + environment + why.get());
                build(plan, environment, progress);
            }
            return environment;
        } catch (IOException failed) {
            throw new RuntimeProblem(
                    "cannot build the environment of "
                            + plan.owner()
                            + " in "
                            + environment
                            + ": "
                            + failed.getMessage()
                            + "; check that there is room and that you may write there",
                    failed);
        }
    }

    private FolderLock lock(EnvironmentPlan plan, Progress progress)
            throws IOException, InterruptedException {
        Path file = folder.resolve(plan.key() + ".lock");
        Optional<FolderLock> free = FolderLock.tryTake(file);
        if (free.isPresent()) {
            return free.get();
        }
        progress.line("waiting for somebody who builds the same Python environment");
        return FolderLock.take(file);
    }

    /** Why an environment cannot be used as it is, to be put behind a sentence. */
    private Optional<String> unusable(EnvironmentPlan plan, Path environment)
            throws IOException, InterruptedException {
        if (!Files.exists(environment)) {
            return Optional.of("");
        }
        Path marker = environment.resolve(MARKER);
        if (!Files.isRegularFile(marker)
                || !new String(Files.readAllBytes(marker), StandardCharsets.UTF_8)
                        .equals(plan.description())) {
            return Optional.of(" again: it was not finished");
        }
        var passedOver = new ArrayList<String>();
        Optional<PythonInterpreter> answer =
                search.ask(interpreter(environment), plan.directory(), passedOver);
        boolean same =
                answer.isPresent()
                        && answer.get().version().compareTo(plan.interpreter().version()) == 0;
        return same
                ? Optional.empty()
                : Optional.of(
                        " again: "
                                + (passedOver.isEmpty()
                                        ? "its interpreter is another version now"
                                        : String.join(", ", passedOver)));
    }

    private void build(EnvironmentPlan plan, Path environment, Progress progress)
            throws IOException, InterruptedException {
        Durable.deleteTree(environment);
        boolean done = false;
        try {
            install(plan, environment, progress);
            Durable.write(environment.resolve(MARKER), plan.description());
            done = true;
        } finally {
            if (!done) {
                // Without its marker it would not be used anyway; this gives the room back.
                Durable.deleteTree(environment);
            }
        }
    }

    private void install(EnvironmentPlan plan, Path environment, Progress progress)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path copy = environment.resolve("foster-sdk");
        boolean installing = !plan.requirements().isEmpty();
        // Making an environment with a pip of its own takes seconds, one without a tenth of one.
        boolean hostPip = !installing || hostPipServes(plan);
        Path python = plan.interpreter().executable();
        List<String> make = new ArrayList<>(List.of(python.toString(), "-I", "-m", "venv"));
        if (hostPip) {
            make.add("--without-pip");
        }
        make.add(environment.toString());
        run(plan, make, "python -m venv", progress);
        if (!installing) {
            return;
        }
        if (plan.sdk().filter(EnvironmentPlan::isSource).isPresent()) {
            // Building leaves files behind: in a copy, not in the source.
            TreeStamp.copy(plan.sdk().orElseThrow(), copy);
        }
        Path own = interpreter(environment);
        var command = new ArrayList<String>();
        if (hostPip) {
            command.addAll(List.of(python.toString(), "-I", "-m", "pip", "--python"));
            command.add(own.toString());
        } else {
            command.addAll(List.of(own.toString(), "-I", "-m", "pip"));
        }
        command.addAll(List.of("install", "--no-color", "--progress-bar", "off"));
        command.addAll(options.pipArguments());
        command.addAll(plan.pipArguments(copy));
        run(plan, command, "pip", progress);
        Durable.deleteTree(copy);
    }

    /** pip can install into another environment since 22.3. */
    private boolean hostPipServes(EnvironmentPlan plan) throws InterruptedException {
        Optional<HelperProgram.Ran> ran =
                tool.run(
                        List.of(
                                plan.interpreter().executable().toString(),
                                "-I",
                                "-m",
                                "pip",
                                "--version"),
                        plan.directory(),
                        ToolEnvironment.forPip(options.environment()),
                        options.questionLimit(),
                        Progress.silent());
        return ran.filter(it -> it.exit().clean())
                .flatMap(it -> it.answer().stream().findFirst())
                .map(line -> line.split(" ", 3))
                .filter(words -> words.length > 1 && words[0].equals("pip"))
                .flatMap(words -> PythonVersion.parse(words[1]))
                .filter(version -> version.compareTo(OLDEST_PIP) >= 0)
                .isPresent();
    }

    private void run(EnvironmentPlan plan, List<String> command, String name, Progress progress)
            throws InterruptedException {
        Optional<HelperProgram.Ran> ran =
                tool.run(
                        command,
                        plan.directory(),
                        ToolEnvironment.forPip(options.environment()),
                        options.buildLimit(),
                        progress);
        if (ran.isEmpty()) {
            throw new RuntimeProblem(
                    "cannot build the environment of "
                            + plan.owner()
                            + ": "
                            + name
                            + " was not done after "
                            + Quantities.of(options.buildLimit())
                            + "; check the network, or allow more time");
        }
        if (!ran.get().exit().clean()) {
            throw new RuntimeProblem(
                    "cannot build the environment of "
                            + plan.owner()
                            + ": "
                            + name
                            + " failed ("
                            + ran.get().exit().describe()
                            + "); "
                            + PipAdvice.of(ran.get().lines(), plan.requirements().source())
                            + "; it said last:",
                    ran.get().last(15));
        }
    }
}
