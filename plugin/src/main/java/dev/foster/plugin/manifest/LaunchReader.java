package dev.foster.plugin.manifest;

import dev.foster.document.Scalars;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Where;
import dev.foster.plugin.manifest.Launch.Entry;
import dev.foster.plugin.manifest.Launch.Program;
import dev.foster.plugin.manifest.Launch.Start;
import dev.foster.plugin.manifest.LaunchWords.Runner;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Decides what is run, by what a manifest says of it. What could not be read is told already. */
final class LaunchReader {
    private final LaunchWords words;
    private final Mapping mapping;
    private final Where where;

    /**
     * @param words what was read from the mapping
     */
    LaunchReader(LaunchWords words, Mapping mapping, Where where) {
        this.words = words;
        this.mapping = mapping;
        this.where = where;
    }

    Optional<Launch> read() {
        Runner runner = runner();
        if (runner == Runner.EXEC) {
            return exec();
        }
        if (mapping.has("command")) {
            return refuse(
                    "command",
                    "the runtime decides what is run",
                    "name the plugin's file with main: and its arguments with args:");
        }
        return switch (runner) {
            case PYTHON -> python();
            case JAVA -> java();
            default -> node();
        };
    }

    private Runner runner() {
        if (mapping.has("runtime")) {
            return words.runner().orElse(Runner.EXEC);
        }
        String main = mapping.get("main").flatMap(Scalars::written).orElse("");
        String ending = main.substring(main.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return switch (ending) {
            case "py" -> Runner.PYTHON;
            case "jar" -> Runner.JAVA;
            case "js", "mjs", "cjs" -> Runner.NODE;
            default -> Runner.EXEC;
        };
    }

    private Optional<Path> main() {
        return mapping.has("main") ? words.main() : missing("main: plugin.py");
    }

    private <T> Optional<T> missing(String example) {
        return where.in("main")
                .refuse(
                        mapping.place(),
                        "nothing says what is run",
                        "add a line such as " + example);
    }

    private <T> Optional<T> refuse(String key, String why, String advice) {
        return where.in(key).refuse(mapping.placeOf(key), why, advice);
    }

    private <T> Optional<T> refuse(String section, String key, String why, String advice) {
        return where.in(section).in(key).refuse(section(section).placeOf(key), why, advice);
    }

    private Mapping section(String key) {
        return mapping.get(key)
                .filter(Mapping.class::isInstance)
                .map(Mapping.class::cast)
                .orElseGet(() -> Mapping.empty(mapping.placeOf(key)));
    }

    private Optional<Launch> exec() {
        if (!mapping.has("command")) {
            return mapping.has("main")
                    ? words.main()
                            .map(
                                    file ->
                                            new Launch.Exec(
                                                    new Program.InFolder(file), words.arguments()))
                    : missing("command: [./plugin]");
        }
        if (mapping.has("main")) {
            return refuse("main", "command says already what is run", "remove one of them");
        }
        return words.command().map(it -> it.followedBy(words.arguments()));
    }

    private Optional<Launch> python() {
        LaunchWords.Python python = words.byRuntime().python();
        return entry(python)
                .map(
                        entry ->
                                new Launch.Python(
                                        entry,
                                        words.arguments(),
                                        python.version(),
                                        python.mode(),
                                        python.requirements(),
                                        python.venv()));
    }

    private Optional<Entry> entry(LaunchWords.Python python) {
        if (!section("python").has("module")) {
            return main().map(Entry.Script::new);
        }
        return mapping.has("main")
                ? refuse("python", "module", "main says already what is run", "remove one of them")
                : python.module().map(Entry.Module::new);
    }

    private Optional<Launch> java() {
        LaunchWords.Java java = words.byRuntime().java();
        OptionalLong memory = java.memory().map(OptionalLong::of).orElse(OptionalLong.empty());
        return start(java)
                .map(it -> new Launch.Java(it, words.arguments(), java.options(), memory));
    }

    private Optional<Start> start(LaunchWords.Java java) {
        if (!section("java").has("main_class")) {
            return main().map(Start.Jar::new);
        }
        var all = new ArrayList<>(java.classPath());
        words.main().ifPresent(all::addFirst);
        return all.isEmpty()
                ? refuse(
                        "java",
                        "main_class",
                        "there is nowhere to find it",
                        "add class_path: [plugin.jar], or main: plugin.jar")
                : java.mainClass().map(name -> new Start.MainClass(name, all));
    }

    private Optional<Launch> node() {
        return main().map(
                        file ->
                                new Launch.Node(
                                        file,
                                        words.arguments(),
                                        words.byRuntime().node().options()));
    }
}
