package dev.foster.plugin.runtime;

import dev.foster.plugin.manifest.Launch;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.manifest.VersionRange;
import dev.foster.process.Quantities;
import dev.foster.process.SearchPath;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Looks for a Python: first in the environments of the plugin's folder, then along PATH. Which
 * version one is, it is asked itself; names and paths tell nothing that can be relied on.
 */
final class InterpreterSearch {
    private static final List<String> FOLDERS = List.of("venv", ".venv");
    private static final List<String> NAMES =
            Runtimes.WINDOWS ? List.of("Scripts/python.exe") : List.of("bin/python", "bin/python3");

    /** One file as it was when it answered; a changed one is asked again. */
    private record Asked(Path command, Path directory, long size, long modified) {}

    private final HelperProgram tool;
    private final SearchPath programs;
    private final RuntimeOptions options;
    private final ConcurrentHashMap<Asked, PythonInterpreter> answers = new ConcurrentHashMap<>();

    InterpreterSearch(HelperProgram tool, SearchPath programs, RuntimeOptions options) {
        this.tool = tool;
        this.programs = programs;
        this.options = options;
    }

    /** What was found, and what was passed over on the way, a line each. */
    record Result(Optional<PythonInterpreter> found, List<String> passedOver) {}

    /** The interpreter of an environment in the folder. */
    Result inFolder(PluginManifest manifest, Launch.Python launch, VersionRange range)
            throws InterruptedException {
        List<Path> folders =
                launch.venv().isPresent()
                        ? List.of(launch.venv().get())
                        : FOLDERS.stream().map(manifest.folder()::resolve).toList();
        var candidates = new ArrayList<Path>();
        for (Path folder : folders) {
            if (Files.isDirectory(folder)) {
                Runtimes.checkInside(manifest, folder);
                NAMES.stream()
                        .map(folder::resolve)
                        .filter(file -> Files.exists(file, java.nio.file.LinkOption.NOFOLLOW_LINKS))
                        .forEach(candidates::add);
            }
        }
        return first(candidates, manifest, range);
    }

    /** The first interpreter along PATH that will do. */
    Result onPath(PluginManifest manifest, VersionRange range) throws InterruptedException {
        var candidates = new ArrayList<>(programs.all("python3"));
        candidates.addAll(programs.all("python"));
        return first(candidates, manifest, range);
    }

    private Result first(List<Path> candidates, PluginManifest manifest, VersionRange range)
            throws InterruptedException {
        var passedOver = new ArrayList<String>();
        for (Path candidate : candidates) {
            Optional<PythonInterpreter> answer = ask(candidate, manifest.folder(), passedOver);
            if (answer.isPresent() && range.contains(answer.get().version())) {
                return new Result(answer, passedOver);
            }
            answer.ifPresent(it -> passedOver.add(candidate + " is " + it.version()));
        }
        return new Result(Optional.empty(), passedOver);
    }

    /** Which version this is; empty, and a line more, when it does not say. */
    Optional<PythonInterpreter> ask(Path candidate, Path directory, List<String> passedOver)
            throws InterruptedException {
        Asked asked;
        try {
            asked =
                    new Asked(
                            candidate,
                            directory,
                            Files.size(candidate),
                            Files.getLastModifiedTime(candidate).toMillis());
        } catch (IOException broken) {
            passedOver.add(candidate + " leads nowhere");
            return Optional.empty();
        }
        PythonInterpreter known = answers.get(asked);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<PythonInterpreter> answer = askAnew(candidate, directory, passedOver);
        answer.ifPresent(it -> answers.put(asked, it));
        return answer;
    }

    private Optional<PythonInterpreter> askAnew(
            Path candidate, Path directory, List<String> passedOver) throws InterruptedException {
        Map<String, String> environment = ToolEnvironment.forPython(options.environment());
        Optional<HelperProgram.Ran> ran;
        try {
            ran =
                    tool.run(
                            PythonInterpreter.question(candidate),
                            directory,
                            environment,
                            options.questionLimit(),
                            Progress.silent());
        } catch (RuntimeProblem cannot) {
            passedOver.add(
                    candidate
                            + " cannot be started ("
                            + clip(String.valueOf(cannot.getMessage()))
                            + ")");
            return Optional.empty();
        }
        if (ran.isEmpty()) {
            passedOver.add(
                    candidate
                            + " did not say its version within "
                            + Quantities.of(options.questionLimit()));
            return Optional.empty();
        }
        Optional<PythonInterpreter> answer =
                ran.get().exit().clean()
                        ? PythonInterpreter.answer(candidate, ran.get().answer())
                        : Optional.empty();
        if (answer.isEmpty()) {
            String last = String.join(" ", ran.get().last(1));
            passedOver.add(
                    candidate
                            + " did not say its version ("
                            + ran.get().exit().describe()
                            + (last.isBlank() ? "" : ": " + clip(last))
                            + ")");
        }
        return answer;
    }

    private static String clip(String text) {
        return text.length() <= 120 ? text : text.substring(0, 120) + "…";
    }
}
