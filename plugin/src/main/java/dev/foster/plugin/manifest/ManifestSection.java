package dev.foster.plugin.manifest;

import static dev.foster.document.Definitions.shape;
import static dev.foster.document.Notes.says;

import dev.foster.document.Rule;
import dev.foster.document.Scalars;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Where;
import dev.foster.document.Words;
import dev.foster.plugin.manifest.PluginManifest.Origin;
import dev.foster.plugin.manifest.ProtocolTerms.Protocol;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A manifest in our own words. */
final class ManifestSection {
    private static final List<String> ON_THE_BUS = List.of("commands", "permissions", "shared");

    private static final Map<String, Object> TALKS_NATS =
            shape(
                    "required",
                    List.of("protocol"),
                    "properties",
                    Map.of("protocol", Map.of("const", "nats")));

    // Words that other tools use for what has a name here already.
    private static final Map<String, String> OTHER_WORDS =
            Map.of(
                    "env", "environment",
                    "inherit_env", "inherit",
                    "stop_timeout", "stop: {grace: …}",
                    "entrypoint", "main",
                    "cwd", "working_dir",
                    "module", "python: {module: …}",
                    "jar", "main");

    private static final Type<Protocol> PROTOCOLS = Types.choice(Protocol.class, '-');

    private static final Type<Protocol> PROTOCOL =
            Type.of(ManifestSection::protocol, PROTOCOLS::write, PROTOCOLS::schema);

    private static final Section<About> ABOUT =
            Section.of("", "", "", About.of(""))
                    .optional(
                            "id",
                            ManifestTypes.ID,
                            it -> said(it.id()),
                            About::id,
                            says("What the plugin is called everywhere.").example("dice-roller"))
                    .optional(
                            "name",
                            ManifestTypes.WORD,
                            it -> said(it.name()),
                            About::name,
                            says("What people call it.").usually("its id").example("Dice roller"))
                    .optional(
                            "version",
                            SemanticVersion.TYPE,
                            it -> said(it.version()),
                            About::version,
                            says("Its own version: three numbers, as Semantic Versioning has them.")
                                    .example("1.0.0"))
                    .optional(
                            "description",
                            Types.CONTENT,
                            it -> said(it.description()),
                            About::description,
                            says("What it is for, in your own words."));

    static final Section<ManifestWords> MANIFEST =
            Section.of(
                            "",
                            "plugin.yaml",
                            "What a plugin says about itself. It stands in the plugin's folder;"
                                + " every path in it is relative to that folder and stays inside."
                                + " JSON is read as well.",
                            ManifestWords.in(Path.of("")))
                    .part(ABOUT, ManifestWords::about, ManifestWords::about)
                    .part(LaunchSections.PROGRAM, ManifestWords::launch, ManifestWords::launch)
                    .part(
                            SurroundingsSection.SURROUNDINGS,
                            ManifestWords::surroundings,
                            ManifestWords::surroundings)
                    .field(
                            "protocol",
                            PROTOCOL,
                            it -> it.terms().protocol(),
                            ManifestWords::protocol,
                            says(
                                    "What host and plugin speak: `grpc`, the protocol of go-plugin,"
                                        + " or `nats`, messages over the bus. `stdio` is kept for"
                                        + " later."))
                    .part(TermsSections.TERMS, ManifestWords::terms, ManifestWords::terms)
                    .optional(
                            "start_timeout",
                            Types.SPAN,
                            ManifestWords::startTimeout,
                            ManifestWords::startTimeout,
                            says("How long it has from its start until it serves; what its host"
                                            + " needs for itself meanwhile is not counted.")
                                    .usually("10s for an interpreter, 3s for a program of its own"))
                    // After the protocol, which decides how it is usually stopped.
                    .part(
                            SupervisionSections.SUPERVISION,
                            ManifestWords::supervision,
                            ManifestWords::supervision)
                    .part(
                            LaunchSections.BY_RUNTIME,
                            it -> it.launch().byRuntime(),
                            (it, byRuntime) -> it.launch(it.launch().byRuntime(byRuntime)))
                    .part(
                            MessagingSections.MESSAGING,
                            ManifestWords::messaging,
                            ManifestWords::messaging)
                    .rule(Rule.of(ManifestSection::checkId, "required", List.of("id")))
                    .rule(
                            Rule.of(
                                    ManifestSection::checkToken,
                                    "if",
                                    TALKS_NATS,
                                    "then",
                                    Map.of(
                                            "properties",
                                            Map.of("id", Map.of("pattern", "^[^.]+$")))))
                    .rule(Rule.of(ManifestSection::checkMessages, "dependentSchemas", onTheBus()))
                    // Told when it is decided what is run.
                    .rule(
                            Rule.of(
                                    (_, _, _) -> {},
                                    "anyOf",
                                    List.of(
                                            Map.of("required", List.of("main")),
                                            Map.of("required", List.of("command")),
                                            only("python", "module"),
                                            only("java", "main_class")),
                                    "not",
                                    Map.of("required", List.of("main", "command"))));

    private ManifestSection() {}

    /** What the mapping at the top of a manifest says, if nothing is wrong with it. */
    static Optional<PluginManifest> read(Origin origin, Mapping top, Where where) {
        where.scalars().knownKeys(top, "", MANIFEST.keys(), OTHER_WORDS);
        ManifestWords words = MANIFEST.bind(top, where, ManifestWords.in(origin.folder()));
        return new LaunchReader(words.launch(), top, where)
                .read()
                .map(launch -> words.manifest(origin, launch));
    }

    private static Optional<String> said(String text) {
        return Optional.of(text).filter(it -> !it.isEmpty());
    }

    private static Map<String, Object> onTheBus() {
        var schemas = new LinkedHashMap<String, Object>();
        ON_THE_BUS.forEach(key -> schemas.put(key, TALKS_NATS));
        return schemas;
    }

    /** This key below a runtime says what is run, if it is run by that. */
    private static Map<String, Object> only(String runtime, String key) {
        return shape(
                "required",
                List.of(runtime),
                "properties",
                shape(
                        runtime,
                        Map.of("required", List.of(key)),
                        "runtime",
                        Map.of("const", runtime)));
    }

    private static Optional<Protocol> protocol(Value value, Where where) {
        return Scalars.written(value).filter("stdio"::equals).isPresent()
                ? where.refuse(value, "stdio is not there yet", "use grpc or nats for now")
                : PROTOCOLS.read(value, where, Optional.empty());
    }

    private static void checkId(Mapping mapping, Where where, ManifestWords found) {
        if (!mapping.has("id")) {
            where.in("id")
                    .refuse(
                            mapping.place(),
                            "it is missing",
                            "add a line such as id: " + ManifestTypes.suggestedId(where));
        }
    }

    private static void checkToken(Mapping mapping, Where where, ManifestWords found) {
        String id = found.about().id();
        if (found.terms().protocol() == Protocol.NATS && id.indexOf('.') >= 0) {
            where.in("id")
                    .refuse(
                            mapping.placeOf("id"),
                            Words.quote(id) + " is part of subjects, where a dot separates words",
                            "write it like " + id.replace('.', '-'));
        }
    }

    private static void checkMessages(Mapping mapping, Where where, ManifestWords found) {
        if (found.terms().protocol() == Protocol.NATS) {
            return;
        }
        for (String key : ON_THE_BUS) {
            if (mapping.has(key)) {
                where.in(key)
                        .refuse(
                                mapping.placeOf(key),
                                "the plugin does not talk NATS",
                                "add protocol: nats, or remove the key");
            }
        }
    }
}
