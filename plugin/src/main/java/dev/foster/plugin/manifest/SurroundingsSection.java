package dev.foster.plugin.manifest;

import static dev.foster.document.Notes.says;

import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Where a plugin runs, and what it finds in its environment. */
final class SurroundingsSection {
    private static final Type<Inherit> WORDS = Types.choice(words());

    private static final Type<Inherit.Only> NAMES =
            Types.list(ManifestTypes.VARIABLE, "a list", "[one, two]")
                    .as(
                            names -> new Inherit.Only(new LinkedHashSet<>(names)),
                            only -> List.copyOf(new TreeSet<>(only.names())));

    private static final Type<Inherit> INHERIT =
            Types.either(Value.Sequence.class, NAMES, Inherit.Only.class, WORDS);

    static final Section<LaunchEnvironment> SURROUNDINGS =
            Section.of(
                            "",
                            "",
                            "",
                            new LaunchEnvironment(Path.of(""), Map.of(), new Inherit.Usual()))
                    .field(
                            "environment",
                            ManifestTypes.VARIABLES,
                            LaunchEnvironment::environment,
                            (it, variables) ->
                                    new LaunchEnvironment(
                                            it.workingDirectory(), variables, it.inherit()),
                            says("Variables for it. They win over inherited ones. Nothing in them"
                                            + " is expanded.")
                                    .example(Map.of("LOG", "debug")))
                    .field(
                            "inherit",
                            INHERIT,
                            LaunchEnvironment::inherit,
                            (it, inherit) ->
                                    new LaunchEnvironment(
                                            it.workingDirectory(), it.environment(), inherit),
                            says("Which variables of the host it gets: `usual` are those programs"
                                            + " need to find their way (PATH, HOME, LANG, LC_*,"
                                            + " TMPDIR and the like); or all, none, or a list of"
                                            + " names.")
                                    .example(List.of("PATH", "API_TOKEN")))
                    .field(
                            "working_dir",
                            ManifestTypes.INSIDE,
                            LaunchEnvironment::workingDirectory,
                            (it, folder) ->
                                    new LaunchEnvironment(folder, it.environment(), it.inherit()),
                            says("Where it runs.").usually("the plugin's folder"));

    private SurroundingsSection() {}

    private static Map<String, Inherit> words() {
        var words = new LinkedHashMap<String, Inherit>();
        words.put("usual", new Inherit.Usual());
        words.put("all", new Inherit.All());
        words.put("none", new Inherit.Only(Set.of()));
        return words;
    }
}
