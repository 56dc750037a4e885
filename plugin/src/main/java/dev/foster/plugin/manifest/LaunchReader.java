package dev.foster.plugin.manifest;

import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Words;
import dev.foster.plugin.manifest.Launch.Entry;
import dev.foster.plugin.manifest.Launch.Mode;
import dev.foster.plugin.manifest.Launch.Program;
import dev.foster.plugin.manifest.Launch.Start;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Reads what is run, from a manifest in our own words. */
final class LaunchReader {
    private static final Pattern MODULE =
            Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*(?:\\.[\\p{L}_][\\p{L}\\p{N}_]*)*");
    private static final long LEAST_MEMORY = 2_000_000;

    private static final Map<String, Mode> MODES = modes();

    private final Fields fields;

    LaunchReader(Fields fields) {
        this.fields = fields;
    }

    private static Map<String, Mode> modes() {
        var modes = new LinkedHashMap<String, Mode>();
        modes.put("auto", Mode.AUTO);
        modes.put("system", Mode.SYSTEM);
        modes.put("venv", Mode.VENV);
        modes.put("bundled", Mode.BUNDLED);
        return modes;
    }

    private enum Runner {
        EXEC,
        PYTHON,
        JAVA,
        NODE
    }

    Optional<Launch> read() {
        Fields python = fields.section("python", Section.PYTHON);
        Fields java = fields.section("java", Section.JAVA);
        Fields node = fields.section("node", Section.NODE);
        List<String> arguments = fields.words("args");
        // Read whatever is run, so that what is wrong in any section is told.
        JavaParts javaParts = javaParts(java);
        List<String> nodeOptions = node.words("options");
        PythonParts pythonParts = pythonParts(python);
        Runner runner = runner();
        if (runner == Runner.EXEC) {
            return exec(arguments);
        }
        if (fields.has("command")) {
            return fields.refuse(
                    fields.mapping().placeOf("command"),
                    "command",
                    "the runtime decides what is run",
                    "name the plugin's file with main: and its arguments with args:");
        }
        return switch (runner) {
            case PYTHON -> python(python, pythonParts, arguments);
            case JAVA -> java(java, javaParts, arguments);
            default -> main().map(file -> new Launch.Node(file, arguments, nodeOptions));
        };
    }

    private Runner runner() {
        Map<String, Runner> meanings = new LinkedHashMap<>();
        meanings.put("exec", Runner.EXEC);
        meanings.put("python", Runner.PYTHON);
        meanings.put("java", Runner.JAVA);
        meanings.put("node", Runner.NODE);
        if (fields.has("runtime")) {
            return fields.choice("runtime", meanings).orElse(Runner.EXEC);
        }
        String main = fields.value("main").flatMap(Scalars::written).orElse("");
        String ending = main.substring(main.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return switch (ending) {
            case "py" -> Runner.PYTHON;
            case "jar" -> Runner.JAVA;
            case "js", "mjs", "cjs" -> Runner.NODE;
            default -> Runner.EXEC;
        };
    }

    private Optional<Path> main() {
        return fields.has("main") ? fields.path("main") : missing("main: plugin.py");
    }

    private <T> Optional<T> missing(String example) {
        return fields.refuse(
                fields.mapping().place(),
                "main",
                "nothing says what is run",
                "add a line such as " + example);
    }

    private Optional<Launch> exec(List<String> arguments) {
        if (!fields.has("command")) {
            return fields.has("main")
                    ? fields.path("main")
                            .map(file -> new Launch.Exec(new Program.InFolder(file), arguments))
                    : missing("command: [./plugin]");
        }
        if (fields.has("main")) {
            return fields.refuse(
                    fields.mapping().placeOf("main"),
                    "main",
                    "command says already what is run",
                    "remove one of them");
        }
        List<String> words = fields.words("command");
        if (words.isEmpty() || words.getFirst().isBlank()) {
            return fields.value("command").orElse(fields.mapping()) instanceof Value.Sequence list
                    ? fields.refuse(
                            list,
                            "command",
                            "no program is named in it",
                            "write it like [./plugin]")
                    : Optional.empty();
        }
        var all = new ArrayList<>(words.subList(1, words.size()));
        all.addAll(arguments);
        String program = words.getFirst();
        // As in a shell: with a slash it is a file here, without one it is looked for along PATH.
        if (program.indexOf('/') < 0 && program.indexOf('\\') < 0) {
            return Optional.of(new Launch.Exec(new Program.OnPath(program), all));
        }
        return fields.path(program, "command")
                .map(file -> new Launch.Exec(new Program.InFolder(file), all));
    }

    private record PythonParts(
            VersionRange version, Mode mode, Optional<Path> requirements, Optional<Path> venv) {}

    private static PythonParts pythonParts(Fields python) {
        return new PythonParts(
                version(python, "version"),
                python.choice("mode", MODES).orElse(Mode.AUTO),
                python.path("requirements"),
                python.path("venv"));
    }

    private Optional<Launch> python(Fields python, PythonParts parts, List<String> arguments) {
        return entry(python)
                .map(
                        entry ->
                                new Launch.Python(
                                        entry,
                                        arguments,
                                        parts.version(),
                                        parts.mode(),
                                        parts.requirements(),
                                        parts.venv()));
    }

    private Optional<Entry> entry(Fields python) {
        if (!python.has("module")) {
            return main().map(Entry.Script::new);
        }
        if (fields.has("main")) {
            return python.refuse(
                    python.mapping().placeOf("module"),
                    "module",
                    "main says already what is run",
                    "remove one of them");
        }
        Optional<String> module = python.text("module");
        if (module.isPresent() && !MODULE.matcher(module.get()).matches()) {
            return python.refuse(
                    python.mapping().placeOf("module"),
                    "module",
                    Words.quote(module.get()) + " is no name of a module",
                    "write it like package.module");
        }
        return module.map(Entry.Module::new);
    }

    /** A range of versions under a key; any version when it is absent. */
    static VersionRange version(Fields fields, String key) {
        Optional<String> text = fields.word(key);
        try {
            return VersionRange.parse(text.orElse(""));
        } catch (VersionRange.NotARange odd) {
            fields.refuse(
                    fields.value(key).orElse(fields.mapping()),
                    key,
                    odd.why(),
                    "write it like \">=3.10, <4\"");
            return VersionRange.ANY;
        }
    }

    private record JavaParts(List<Path> classPath, List<String> options, OptionalLong memory) {}

    private static JavaParts javaParts(Fields java) {
        var classPath = new ArrayList<Path>();
        java.words("class_path")
                .forEach(name -> java.path(name, "class_path").ifPresent(classPath::add));
        if (java.has("class_path") && !java.has("main_class")) {
            java.refuse(
                    java.mapping().placeOf("class_path"),
                    "class_path",
                    "a jar has its own",
                    "add main_class:, or remove it");
        }
        return new JavaParts(
                classPath,
                java.words("jvm_args"),
                java.size("memory", LEAST_MEMORY, 1L << 44)
                        .map(OptionalLong::of)
                        .orElse(OptionalLong.empty()));
    }

    private Optional<Launch> java(Fields java, JavaParts parts, List<String> arguments) {
        return start(java, parts.classPath())
                .map(it -> new Launch.Java(it, arguments, parts.options(), parts.memory()));
    }

    private Optional<Start> start(Fields java, List<Path> classPath) {
        if (!java.has("main_class")) {
            return main().map(Start.Jar::new);
        }
        var all = new ArrayList<>(classPath);
        fields.path("main").ifPresent(all::addFirst);
        if (all.isEmpty()) {
            return java.refuse(
                    java.mapping().placeOf("main_class"),
                    "main_class",
                    "there is nowhere to find it",
                    "add class_path: [plugin.jar], or main: plugin.jar");
        }
        return java.text("main_class").map(name -> new Start.MainClass(name, all));
    }
}
