package dev.foster.plugin.manifest;

import static dev.foster.document.Notes.says;

import dev.foster.document.Rule;
import dev.foster.document.Section;
import dev.foster.document.Types;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Where;
import dev.foster.plugin.manifest.Launch.Mode;
import dev.foster.plugin.manifest.LaunchWords.ByRuntime;
import dev.foster.plugin.manifest.LaunchWords.Java;
import dev.foster.plugin.manifest.LaunchWords.Node;
import dev.foster.plugin.manifest.LaunchWords.Python;
import dev.foster.plugin.manifest.LaunchWords.Runner;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is run, and what its runtime is told. */
final class LaunchSections {
    private static final long LEAST_MEMORY = 2_000_000;
    private static final long MOST_MEMORY = 1L << 44;

    static final Section<LaunchWords> PROGRAM =
            Section.of("", "", "", LaunchWords.NONE)
                    .optional(
                            "runtime",
                            Types.choice(Runner.class, '-'),
                            LaunchWords::runner,
                            LaunchWords::runner,
                            says("What runs it: a program of its own, or Python, Java or Node.js."
                                            + " Without it the ending of `main` decides: .py, .jar,"
                                            + " .js, .mjs, .cjs.")
                                    .usually("by the ending of `main`, else exec"))
                    .optional(
                            "command",
                            ManifestTypes.COMMAND,
                            LaunchWords::command,
                            LaunchWords::command,
                            says("For `exec`: the program and its arguments, without a shell. With"
                                            + " a slash the program is a file of the plugin,"
                                            + " without one it is looked for along PATH.")
                                    .example(List.of("./kv", "--verbose")))
                    .optional(
                            "main",
                            ManifestTypes.INSIDE,
                            LaunchWords::main,
                            LaunchWords::main,
                            says("The file that is run.").example("plugin.py"))
                    .field(
                            "args",
                            ManifestTypes.WORDS,
                            LaunchWords::arguments,
                            LaunchWords::arguments,
                            says("What the plugin gets on its command line.")
                                    .example(List.of("--verbose")));

    private static final Section<Python> PYTHON =
            Section.of("python", "Python", "Below `python`.", Python.USUAL)
                    .optional(
                            "version",
                            ManifestTypes.RANGE,
                            it ->
                                    Optional.of(it.version())
                                            .filter(all -> !all.equals(VersionRange.ANY)),
                            Python::version,
                            says("Which versions of Python will do, by PEP 440; a bare 3.11 means"
                                            + " 3.11 or later, below 4. Checked before anything is"
                                            + " started.")
                                    .example(">=3.10, <4"))
                    .field(
                            "mode",
                            Types.choice(Mode.class, '-'),
                            Python::mode,
                            Python::mode,
                            says(
                                    "Where its dependencies come from: `system`, what the"
                                            + " interpreter has; `venv`, the environment in the"
                                            + " folder, else one that is built and kept; `bundled`,"
                                            + " they lie in the folder; `auto`, as `venv` if it"
                                            + " requires anything, else as `system`."))
                    .optional(
                            "requirements",
                            ManifestTypes.INSIDE,
                            Python::requirements,
                            Python::requirements,
                            says("The file that lists its dependencies.")
                                    .usually(
                                            "requirements.txt, else pyproject.toml, else the block"
                                                    + " in the script"))
                    .optional(
                            "venv",
                            ManifestTypes.INSIDE,
                            Python::venv,
                            Python::venv,
                            says("The environment in the folder.").usually("venv, else .venv"))
                    .optional(
                            "module",
                            ManifestTypes.MODULE,
                            Python::module,
                            Python::module,
                            says("The module that is run, instead of `main`."))
                    .optional(
                            "class",
                            ManifestTypes.WORD,
                            Python::mainClass,
                            Python::mainClass,
                            says(
                                    "For `nats`: the class that is the plugin, where the module has"
                                            + " more than one that could be."));

    private static final Section<Java> JAVA =
            Section.of("java", "Java", "Below `java`.", Java.USUAL)
                    .optional(
                            "main_class",
                            Types.CONTENT,
                            Java::mainClass,
                            Java::mainClass,
                            says(
                                    "The class that is run; without it `main` is a jar that names"
                                            + " its own."))
                    .field(
                            "class_path",
                            Types.list(ManifestTypes.INSIDE, "a list", "[one, two]"),
                            Java::classPath,
                            Java::classPath,
                            says("Jars and folders; `lib/*` stands for all jars in one."))
                    .field(
                            "jvm_args",
                            ManifestTypes.WORDS,
                            Java::options,
                            Java::options,
                            says("Options for the virtual machine."))
                    .optional(
                            "memory",
                            Types.size(LEAST_MEMORY, MOST_MEMORY),
                            Java::memory,
                            Java::memory,
                            says("The most its heap may have.").example("256MB"))
                    .rule(
                            Rule.of(
                                    LaunchSections::checkClassPath,
                                    "dependentRequired",
                                    Map.of("class_path", List.of("main_class"))));

    private static final Section<Node> NODE =
            Section.of("node", "Node.js", "Below `node`.", Node.USUAL)
                    .field(
                            "options",
                            ManifestTypes.WORDS,
                            Node::options,
                            (_, options) -> new Node(options),
                            says("Options for node itself."));

    static final Section<ByRuntime> BY_RUNTIME =
            Section.of("", "", "", LaunchWords.NONE.byRuntime())
                    .field(
                            "python",
                            PYTHON.type(),
                            ByRuntime::python,
                            ByRuntime::python,
                            says("For `python`."))
                    .field(
                            "java",
                            JAVA.type(),
                            ByRuntime::java,
                            ByRuntime::java,
                            says("For `java`."))
                    .field(
                            "node",
                            NODE.type(),
                            ByRuntime::node,
                            ByRuntime::node,
                            says("For `node`."));

    private LaunchSections() {}

    private static void checkClassPath(Mapping mapping, Where where, Java found) {
        if (mapping.has("class_path") && !mapping.has("main_class")) {
            where.in("class_path")
                    .refuse(
                            mapping.placeOf("class_path"),
                            "a jar has its own",
                            "add main_class:, or remove it");
        }
    }
}
