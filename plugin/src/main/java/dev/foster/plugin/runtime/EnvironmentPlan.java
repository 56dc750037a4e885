package dev.foster.plugin.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An environment that a plugin needs, described so completely that two with the same description
 * can share one.
 *
 * @param owner the plugin it is first built for, for messages
 * @param directory where relative paths in the requirements begin
 * @param sdk our own package for Python, where the plugin requires it
 * @param description what it is made of, a line each; its hash is its name
 */
record EnvironmentPlan(
        String owner,
        Path directory,
        PythonInterpreter interpreter,
        Requirements requirements,
        Optional<Path> sdk,
        String description) {

    static final String SDK = "foster-plugin";

    private static final Pattern LOCAL =
            Pattern.compile(
                    "(?:(?:-e|--editable|-f|--find-links)[ =]?\\s*)?(?:.*@\\s*file:/{0,2})?(.*)");

    static EnvironmentPlan of(
            String owner,
            Path folder,
            PythonInterpreter interpreter,
            Requirements requirements,
            RuntimeOptions options) {
        Path parent = requirements.file().map(Path::getParent).orElse(folder);
        Path directory = parent == null ? folder : parent;
        Optional<Path> sdk = options.pythonSdk().filter(_ -> requirements.names(SDK));
        var lines = new ArrayList<String>();
        lines.add("foster environment, format 1");
        lines.add(
                "python "
                        + interpreter.implementation()
                        + " "
                        + interpreter.version()
                        + " "
                        + interpreter.executable());
        options.pipArguments().forEach(argument -> lines.add("argument " + argument));
        for (String line : requirements.lines()) {
            lines.add("requires " + line + stamp(directory, line));
        }
        requirements.added().forEach(line -> lines.add("requires " + line));
        sdk.ifPresent(path -> lines.add("sdk " + path + " " + stamp(path)));
        return new EnvironmentPlan(
                owner, directory, interpreter, requirements, sdk, String.join("\n", lines) + "\n");
    }

    /** What is required from a folder beside the plugin changes without its name changing. */
    private static String stamp(Path directory, String line) {
        Matcher matcher = LOCAL.matcher(line);
        boolean local =
                line.startsWith(".")
                        || line.startsWith("/")
                        || line.startsWith("-")
                        || line.contains("file:")
                        || line.endsWith(".whl");
        if (!local || !matcher.matches() || matcher.group(1).isBlank()) {
            return "";
        }
        try {
            Path path = directory.resolve(matcher.group(1).strip());
            return Files.exists(path) ? " at " + path + " " + stamp(path) : "";
        } catch (java.nio.file.InvalidPathException noPath) {
            return "";
        }
    }

    private static String stamp(Path path) {
        try {
            return TreeStamp.of(path);
        } catch (IOException unreadable) {
            return "unreadable";
        }
    }

    /** The name of the folder it lives in. */
    String key() {
        return Sha256.of(description).substring(0, 24);
    }

    /** What pip is told to install; empty when there is nothing. */
    List<String> pipArguments(Path sdkCopy) {
        var arguments = new ArrayList<String>();
        if (requirements.isEmpty()) {
            return arguments;
        }
        if (sdk.isPresent()) {
            if (Files.isDirectory(sdk.get()) && !isSource(sdk.get())) {
                arguments.add("--find-links");
                arguments.add(sdk.get().toString());
            } else {
                Path from = isSource(sdk.get()) ? sdkCopy : sdk.get();
                arguments.add(SDK + " @ " + from.toUri());
            }
        }
        if (requirements.file().isPresent()) {
            arguments.add("-r");
            arguments.add(requirements.file().get().toString());
        } else {
            arguments.addAll(requirements.lines());
        }
        arguments.addAll(requirements.added());
        return arguments;
    }

    static boolean isSource(Path sdk) {
        return Files.isRegularFile(sdk.resolve("pyproject.toml"));
    }
}
