package dev.foster.json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads trees from text. Apart from {@link JsonText}, so that who only writes does not load the
 * parser.
 */
final class JsonReader {
    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(JsonText.DEEPEST)
                                    .maxStringLength(JsonText.LONGEST)
                                    .build())
                    .build();

    private JsonReader() {}

    static Object read(String text) {
        return parse(FACTORY.createParser(ObjectReadContext.empty(), text));
    }

    static Object read(byte[] text) {
        return parse(FACTORY.createParser(ObjectReadContext.empty(), text));
    }

    private static Object parse(JsonParser parser) {
        try (parser) {
            parser.nextToken();
            Object tree = value(parser);
            if (parser.nextToken() != null) {
                throw problem(parser, "something follows the value");
            }
            return tree;
        } catch (JacksonException broken) {
            throw problem(parser, broken.getOriginalMessage());
        }
    }

    private static Object value(JsonParser parser) {
        JsonToken token = parser.currentToken();
        // Not a case of the switch: one on null is linked at run time, which takes milliseconds.
        if (token == null) {
            throw problem(parser, "it is empty");
        }
        return switch (token) {
            case START_OBJECT -> members(parser);
            case START_ARRAY -> elements(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT ->
                    parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                            ? (Object) parser.getDoubleValue()
                            : (Object) parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> finite(parser);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw problem(parser, "null stands where a value is needed");
        };
    }

    /** A number too large for a double would be infinite, which JSON cannot say back. */
    private static Double finite(JsonParser parser) {
        double number = parser.getDoubleValue();
        if (Double.isInfinite(number)) {
            throw problem(parser, "a number is too large");
        }
        return number;
    }

    private static Map<String, Object> members(JsonParser parser) {
        var members = new LinkedHashMap<String, Object>();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            if (parser.nextToken() == JsonToken.VALUE_NULL) {
                continue;
            }
            if (members.put(name, value(parser)) != null) {
                throw problem(parser, "the member " + name + " stands there twice");
            }
        }
        return members;
    }

    private static List<Object> elements(JsonParser parser) {
        var elements = new ArrayList<Object>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            boolean gap = parser.currentToken() == JsonToken.VALUE_NULL;
            elements.add(gap ? Optional.empty() : value(parser));
        }
        return elements;
    }

    private static JsonProblem problem(JsonParser parser, String why) {
        var place = parser.currentLocation();
        return new JsonProblem(
                why + " (line " + place.getLineNr() + ", column " + place.getColumnNr() + ")");
    }
}
