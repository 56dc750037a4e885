package dev.foster.stdio.rpc;

import dev.foster.json.JsonProblem;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Finds where the values in a JSON text begin and end. */
final class RawReader {
    /** How deep a text may nest; a deeper one is refused rather than followed. */
    static final int DEEPEST = 200;

    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(DEEPEST)
                                    .maxStringLength(Integer.MAX_VALUE)
                                    .maxNumberLength(10_000)
                                    .maxNameLength(50_000)
                                    .build())
                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                    .build();

    private RawReader() {}

    static RawJson whole(byte[] text, int from, int to) {
        // JSON has no zero bytes; the parser would take them for the sign of another encoding.
        for (int i = from; i < Math.min(to, from + 4); i++) {
            if (text[i] == 0) {
                throw new JsonProblem("it begins with a zero byte");
            }
        }
        JsonParser parser = parser(text, from, to);
        try (parser) {
            if (parser.nextToken() == null) {
                throw new JsonProblem("it is empty");
            }
            int begin = from + (int) parser.currentTokenLocation().getByteOffset();
            finish(parser);
            int end = from + (int) parser.currentLocation().getByteOffset();
            if (parser.nextToken() != null) {
                throw new JsonProblem("something follows the value");
            }
            return new RawJson(text, begin, end);
        } catch (JacksonException broken) {
            throw problem(broken);
        }
    }

    static Map<String, RawJson> members(byte[] text, int from, int to) {
        var members = new LinkedHashMap<String, RawJson>();
        eachMember(text, from, to, members::put);
        return members;
    }

    /** The object's own text was checked as a whole when it came. */
    static void eachMember(byte[] text, int from, int to, BiConsumer<String, RawJson> member) {
        JsonParser parser = parser(text, from, to);
        try (parser) {
            parser.nextToken();
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                parser.nextToken();
                member.accept(name, value(parser, text, from));
            }
        } catch (JacksonException broken) {
            throw problem(broken);
        }
    }

    static List<RawJson> elements(byte[] text, int from, int to) {
        var elements = new ArrayList<RawJson>();
        JsonParser parser = parser(text, from, to);
        try (parser) {
            parser.nextToken();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                elements.add(value(parser, text, from));
            }
            return elements;
        } catch (JacksonException broken) {
            throw problem(broken);
        }
    }

    static String string(byte[] text, int from, int to) {
        JsonParser parser = parser(text, from, to);
        try (parser) {
            parser.nextToken();
            return parser.getString();
        } catch (JacksonException broken) {
            throw problem(broken);
        }
    }

    private static RawJson value(JsonParser parser, byte[] text, int from) {
        int begin = from + (int) parser.currentTokenLocation().getByteOffset();
        finish(parser);
        return new RawJson(text, begin, from + (int) parser.currentLocation().getByteOffset());
    }

    /** Reads to the last byte of the current value. */
    private static void finish(JsonParser parser) {
        parser.skipChildren();
        parser.finishToken();
    }

    private static JsonParser parser(byte[] text, int from, int to) {
        return FACTORY.createParser(ObjectReadContext.empty(), text, from, to - from);
    }

    private static JsonProblem problem(JacksonException broken) {
        var place = broken.getLocation();
        String where =
                place == null
                        ? ""
                        : " (line " + place.getLineNr() + ", column " + place.getColumnNr() + ")";
        return new JsonProblem(broken.getOriginalMessage() + where);
    }
}
