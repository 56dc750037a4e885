package dev.foster.daemon.config;

import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Value.Sequence;
import dev.foster.json.JsonText;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** A piece of the file as JSON, for programs that are not to read YAML. */
final class PlainJson {
    private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]{0,17})");
    private static final Pattern DECIMAL = Pattern.compile("-?(0|[1-9][0-9]{0,14})\\.[0-9]{1,15}");

    private PlainJson() {}

    static String of(Mapping mapping) {
        return JsonText.write(tree(mapping));
    }

    private static Object tree(Value value) {
        return switch (value) {
            case Mapping mapping -> members(mapping);
            case Sequence list -> list.items().stream().map(PlainJson::tree).toList();
            case Scalar scalar -> plain(scalar);
        };
    }

    /** A key without a value is left out: whoever reads it finds nothing, as was written. */
    private static Map<String, Object> members(Mapping mapping) {
        var members = new LinkedHashMap<String, Object>();
        mapping.entries()
                .forEach(
                        (name, entry) -> {
                            if (!(entry.value() instanceof Scalar scalar)
                                    || scalar.kind() != Value.Kind.NULL) {
                                members.put(name, tree(entry.value()));
                            }
                        });
        return members;
    }

    private static Object plain(Scalar scalar) {
        String text = scalar.text();
        if (scalar.is(Value.Kind.BOOLEAN) && text.equalsIgnoreCase("true")) {
            return true;
        }
        if (scalar.is(Value.Kind.BOOLEAN) && text.equalsIgnoreCase("false")) {
            return false;
        }
        if (scalar.is(Value.Kind.NUMBER) && WHOLE.matcher(text).matches()) {
            return Long.valueOf(text);
        }
        return scalar.is(Value.Kind.NUMBER) && DECIMAL.matcher(text).matches()
                ? (Object) Double.valueOf(text)
                : text;
    }
}
