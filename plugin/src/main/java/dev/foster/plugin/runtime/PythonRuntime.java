package dev.foster.plugin.runtime;

import dev.foster.plugin.manifest.Launch;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.manifest.VersionRange;
import dev.foster.process.SearchPath;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the interpreter of a Python plugin and gives it what the plugin depends on. */
final class PythonRuntime {
    // They would make an interpreter look for its library, or for modules, elsewhere.
    private static final Set<String> REMOVED = Set.of("PYTHONHOME", "PYTHONPATH");
    private static final List<String> VENDORED = List.of("vendor", "site-packages");

    private final SearchPath programs;
    private final InterpreterSearch search;
    private final PythonEnvironments environments;
    private final PythonRunner runner;
    private final RuntimeOptions options;

    PythonRuntime(HelperProgram tool, SearchPath programs, RuntimeOptions options) {
        this.programs = programs;
        this.options = options;
        this.search = new InterpreterSearch(tool, programs, options);
        this.environments = new PythonEnvironments(tool, search, options);
        this.runner = new PythonRunner(options);
    }

    Runtimes.Found find(
            PluginManifest manifest,
            Launch.Python launch,
            Progress progress,
            boolean signs,
            List<String> checks)
            throws InterruptedException {
        Requirements requirements = requirements(manifest, launch, signs);
        VersionRange range = launch.version().and(requirements.python());
        var passedOver = new ArrayList<String>();
        if (launch.mode() != Launch.Mode.SYSTEM) {
            InterpreterSearch.Result own = search.inFolder(manifest, launch, range);
            if (own.found().isPresent()) {
                Path python = own.found().get().command();
                checks.add(python + " is Python " + own.found().get().version());
                return found(manifest, launch, python, environmentOf(python));
            }
            passedOver.addAll(own.passedOver());
            own.passedOver().forEach(line -> progress.line("not used: " + line));
        }
        InterpreterSearch.Result system = search.onPath(manifest, range);
        passedOver.addAll(system.passedOver());
        PythonInterpreter base =
                system.found().orElseThrow(() -> noPython(manifest, range, passedOver));
        checks.add(base.command() + " is Python " + base.version());
        boolean building =
                launch.mode() == Launch.Mode.VENV
                        || (launch.mode() == Launch.Mode.AUTO && !requirements.isEmpty());
        if (!building) {
            return found(manifest, launch, base.command(), Optional.empty());
        }
        var plan =
                EnvironmentPlan.of(manifest.id(), manifest.folder(), base, requirements, options);
        Path environment = environments.provide(plan, progress);
        checks.add("its environment is " + environment);
        Path python = PythonEnvironments.interpreter(environment);
        return found(manifest, launch, python, Optional.of(environment));
    }

    private static Requirements requirements(
            PluginManifest manifest, Launch.Python launch, boolean signs) {
        if (launch.mode() == Launch.Mode.SYSTEM || launch.mode() == Launch.Mode.BUNDLED) {
            return Requirements.none(manifest.folder());
        }
        Requirements said = new RequirementsReader(manifest).read(launch);
        if (!manifest.messages()) {
            return said;
        }
        Requirements usual = said.and(PythonRunner.REQUIREMENT);
        return signs ? usual.and(PythonRunner.SIGNING) : usual;
    }

    private RuntimeProblem noPython(
            PluginManifest manifest, VersionRange range, List<String> passedOver) {
        String told =
                passedOver.isEmpty()
                        ? "there is no python3 or python in PATH " + programs.folders()
                        : String.join(", ", passedOver);
        return Runtimes.problem(
                manifest,
                "it needs Python ("
                        + range
                        + "), but "
                        + told
                        + "; install one that will do, or change what is asked for");
    }

    private static Optional<Path> environmentOf(Path interpreter) {
        return Optional.ofNullable(interpreter.getParent()).map(Path::getParent);
    }

    private Runtimes.Found found(
            PluginManifest manifest,
            Launch.Python launch,
            Path interpreter,
            Optional<Path> environment)
            throws InterruptedException {
        var variables = new LinkedHashMap<String, String>();
        variables.put("PYTHONUNBUFFERED", "1");
        if (environment.isPresent()) {
            variables.put("VIRTUAL_ENV", environment.get().toString());
            variables.put(
                    "PATH", interpreter.getParent() + File.pathSeparator + programs.folders());
        }
        if (launch.mode() == Launch.Mode.BUNDLED) {
            vendored(manifest).ifPresent(path -> variables.put("PYTHONPATH", path));
        }
        var command = new ArrayList<>(List.of(interpreter.toString()));
        if (manifest.messages()) {
            command.addAll(runner.arguments(manifest, launch));
        } else {
            switch (launch.entry()) {
                case Launch.Entry.Script(Path file) -> command.add(file.toString());
                case Launch.Entry.Module(String name) -> command.addAll(List.of("-m", name));
            }
        }
        command.addAll(launch.arguments());
        return new Runtimes.Found(command, Map.copyOf(variables), REMOVED);
    }

    /** Packages that lie in the folder beside the plugin, where an author put them with pip -t. */
    private static Optional<String> vendored(PluginManifest manifest) {
        List<String> folders =
                VENDORED.stream()
                        .map(manifest.folder()::resolve)
                        .filter(Files::isDirectory)
                        .peek(folder -> Runtimes.checkInside(manifest, folder))
                        .map(Path::toString)
                        .toList();
        return folders.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(File.pathSeparator, folders));
    }
}
