package dev.foster.plugin.manifest;

import dev.foster.document.ByName;
import dev.foster.document.Definitions;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;
import dev.foster.document.Where;
import dev.foster.document.Words;
import dev.foster.plugin.files.InsideFolder;
import dev.foster.plugin.manifest.Launch.Program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The types that fields of a manifest have. */
final class ManifestTypes {
    private static final String ID_SHAPE = "[A-Za-z0-9][A-Za-z0-9_.-]{0,63}";
    private static final String VARIABLE_SHAPE = "[^=\\x00\\s]+";
    private static final String PYTHON_NAME = "[\\p{L}_][\\p{L}\\p{N}_]*";
    private static final String MISNAMED = " is no name of a variable";
    private static final String RENAMED = "leave out = and spaces";

    /** A text that is not empty, or a number taken as it is written: 3.10 stays 3.10. */
    static final Type<String> WORD =
            Types.WORD
                    .<String>checked(
                            (word, value, where) ->
                                    word.isBlank()
                                            ? where.refuse(
                                                    value,
                                                    "it is empty",
                                                    "write something, or remove the key")
                                            : Optional.of(word),
                            word -> word)
                    .described("pattern", "\\S")
                    .called("word", "A text that is not empty, or a number.");

    static final Type<List<String>> WORDS = Types.list(Types.WORD, "a list", "[one, two]");

    static final Type<String> ID =
            shaped(
                            ID_SHAPE,
                            " is no id: letters, digits, _, . and -, beginning with a letter or"
                                    + " digit, at most 64",
                            where -> "write it like " + suggestedId(where))
                    .called(
                            "name",
                            "Letters, digits, `_`, `.` and `-`, beginning with a letter or digit,"
                                    + " at most 64 characters.");

    static final Type<String> VARIABLE = shaped(VARIABLE_SHAPE, MISNAMED, _ -> RENAMED);

    static final Type<Map<String, String>> VARIABLES =
            ByName.of(
                    Pattern.compile(VARIABLE_SHAPE),
                    (name, place, where) ->
                            where.refuse(place, Words.quote(name) + MISNAMED, RENAMED),
                    Types.WORD);

    static final Type<String> MODULE =
            shaped(
                    PYTHON_NAME + "(?:\\." + PYTHON_NAME + ")*",
                    " is no name of a module",
                    _ -> "write it like package.module");

    /** Which versions of Python will do. */
    static final Type<VersionRange> RANGE =
            Type.of(
                    ManifestTypes::range,
                    VersionRange::written,
                    in ->
                            in.written(
                                    "number",
                                    "^(\\s*(===|~=|==|!=|<=|>=|<|>)?\\s*[vV]?[0-9][0-9A-Za-z.!+_-]*(\\.\\*)?\\s*(,|$))*$"));

    /** A path that does not leave the folder of the plugin. */
    static final Type<Path> INSIDE =
            Type.<Path>of(
                            (value, where) ->
                                    where.scalars()
                                            .content(value, where.label())
                                            .flatMap(name -> inside(name, value, where)),
                            Path::toString,
                            in ->
                                    in.text(
                                            "^(?![/\\\\]|[A-Za-z]:)(?!(.*[/\\\\])?\\.\\.([/\\\\]|$)).*\\S"))
                    .called("path", "A path that stays inside the plugin's folder.");

    /** A program and its arguments, without a shell. */
    static final Type<Launch.Exec> COMMAND =
            Type.of(
                    ManifestTypes::command,
                    ManifestTypes::commandWritten,
                    in ->
                            Definitions.shape(
                                    "type",
                                    "array",
                                    "minItems",
                                    1,
                                    "prefixItems",
                                    List.of(
                                            Definitions.shape(
                                                    "type",
                                                    List.of("string", "number", "boolean"),
                                                    "pattern",
                                                    "\\S")),
                                    "items",
                                    Types.WORD.schema(in)));

    private ManifestTypes() {}

    /** A word of this shape; of another one this is said, and this advised. */
    static Type<String> shaped(String shape, String why, Function<Where, String> advice) {
        Pattern pattern = Pattern.compile(shape);
        return Type.of(
                (value, where) -> {
                    Optional<String> word = WORD.read(value, where, Optional.empty());
                    return word.isEmpty() || pattern.matcher(word.get()).matches()
                            ? word
                            : where.refuse(
                                    value, Words.quote(word.get()) + why, advice.apply(where));
                },
                word -> word,
                in -> in.text("^" + shape + "$"));
    }

    /** What a plugin in this folder could be called. */
    static String suggestedId(Where where) {
        Path name = where.directory().getFileName();
        return name != null && name.toString().matches(ID_SHAPE) ? name.toString() : "my-plugin";
    }

    private static Optional<VersionRange> range(Value value, Where where) {
        Optional<String> text = WORD.read(value, where, Optional.empty());
        try {
            return text.isPresent()
                    ? Optional.of(VersionRange.parse(text.get()))
                    : Optional.empty();
        } catch (VersionRange.NotARange odd) {
            return where.refuse(value, odd.why(), "write it like \">=3.10, <4\"");
        }
    }

    private static Optional<Path> inside(String name, Value value, Where where) {
        try {
            return Optional.of(InsideFolder.resolve(where.directory(), name));
        } catch (InsideFolder.Escape escape) {
            return where.refuse(
                    value,
                    Words.quote(name) + " leads out of the plugin's folder: " + escape.why(),
                    "name something inside " + where.directory());
        }
    }

    private static Optional<Launch.Exec> command(Value value, Where where) {
        Optional<List<String>> words = WORDS.read(value, where, Optional.empty());
        if (words.isEmpty()) {
            return Optional.empty();
        }
        if (words.get().isEmpty() || words.get().getFirst().isBlank()) {
            return where.refuse(value, "no program is named in it", "write it like [./plugin]");
        }
        String program = words.get().getFirst();
        List<String> arguments = words.get().subList(1, words.get().size());
        // As in a shell: with a slash it is a file here, without one it is looked for along PATH.
        return program.indexOf('/') < 0 && program.indexOf('\\') < 0
                ? Optional.of(new Launch.Exec(new Program.OnPath(program), arguments))
                : inside(program, value, where)
                        .map(file -> new Launch.Exec(new Program.InFolder(file), arguments));
    }

    private static Object commandWritten(Launch.Exec command) {
        var words = new ArrayList<String>();
        words.add(
                switch (command.program()) {
                    case Program.InFolder file -> file.file().toString();
                    case Program.OnPath program -> program.name();
                });
        words.addAll(command.arguments());
        return words;
    }
}
