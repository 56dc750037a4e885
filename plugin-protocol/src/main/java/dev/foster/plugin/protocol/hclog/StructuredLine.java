package dev.foster.plugin.protocol.hclog;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What a line is, seen as JSON. */
sealed interface StructuredLine {
    /** A line of hclog. */
    record Entry(LogEntry entry) implements StructuredLine {}

    /** An object without a level that hclog knows, or nothing at all. */
    record OtherJson() implements StructuredLine {}

    /** Not an object, or one that hclog cannot have written. */
    record Text() implements StructuredLine {}

    static StructuredLine read(String line) {
        // Most lines of most programs end here, before a parser is made for them.
        String stripped = line.strip();
        if (!stripped.startsWith("{")) {
            return stripped.equals("null") ? new OtherJson() : new Text();
        }
        try (JsonParser parser = Reader.FACTORY.createParser(ObjectReadContext.empty(), line)) {
            return new Reader(line, parser).read();
        } catch (JacksonException notJson) {
            return new Text();
        } catch (DateTimeParseException notHclog) {
            return new Text();
        }
    }

    /** Reads one object. */
    final class Reader {
        private static final JsonFactory FACTORY = new JsonFactory();

        private final String line;
        private final JsonParser parser;
        private final Map<String, String> fields = new LinkedHashMap<>();
        private String message = "";
        private @Nullable Level level;
        private @Nullable OffsetDateTime time;

        private Reader(String line, JsonParser parser) {
            this.line = line;
            this.parser = parser;
        }

        private StructuredLine read() {
            parser.nextToken(); // the brace
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                boolean string = parser.nextToken() == JsonToken.VALUE_STRING;
                field(name, string, value());
            }
            if (parser.nextToken() != null) {
                return new Text(); // something follows the object
            }
            return level == null
                    ? new OtherJson()
                    : new Entry(new LogEntry(level, message, fields, Optional.ofNullable(time)));
        }

        /** Later fields of a name win, as they do in Go. */
        private void field(String name, boolean string, String value) {
            switch (name) {
                case "@message" -> message = value;
                case "@level" -> level = string ? Level.of(value).orElse(null) : null;
                case "@timestamp" -> {
                    if (string) {
                        time = Timestamp.parse(value);
                    } else {
                        fields.put(name, value);
                    }
                }
                default -> fields.put(name, value);
            }
        }

        private String value() {
            if (!parser.currentToken().isStructStart()) {
                return parser.getString();
            }
            int begin = (int) parser.currentTokenLocation().getCharOffset();
            parser.skipChildren();
            return line.substring(begin, (int) parser.currentLocation().getCharOffset());
        }
    }
}
