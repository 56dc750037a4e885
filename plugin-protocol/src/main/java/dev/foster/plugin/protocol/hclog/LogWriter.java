package dev.foster.plugin.protocol.hclog;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Set;

/** Writes the structured lines that a host reads. */
public final class LogWriter {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Set<String> OURS = Set.of("@level", "@message", "@timestamp", "@module");

    private LogWriter() {}

    /**
     * One line, without its end of line; no character in it ends a line.
     *
     * @param module which part of the plugin speaks; empty for none
     * @param fields what stands beside the message, without the names that begin a line; numbers,
     *     truths and lists are written as such, everything else as text
     */
    public static String line(
            Level level,
            String module,
            String message,
            Map<String, ? extends @Nullable Object> fields,
            OffsetDateTime time) {
        var text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("@level", level.text());
            json.writeStringProperty("@message", message);
            if (!module.isEmpty()) {
                json.writeStringProperty("@module", module);
            }
            json.writeStringProperty("@timestamp", Timestamp.text(time));
            fields.forEach(
                    (name, value) -> {
                        if (!OURS.contains(name)) {
                            json.writeName(name);
                            value(json, value);
                        }
                    });
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void value(JsonGenerator json, @Nullable Object value) {
        switch (value) {
            case null -> json.writeNull();
            case Boolean truth -> json.writeBoolean(truth);
            case Byte number -> json.writeNumber(number);
            case Short number -> json.writeNumber(number);
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case BigInteger number -> json.writeNumber(number);
            case BigDecimal number -> json.writeNumber(number);
            // JSON has no word for what is not finite.
            case Double number when Double.isFinite(number) -> json.writeNumber(number);
            case Float number when Float.isFinite(number) -> json.writeNumber(number);
            // A path is a list, too: of paths.
            case Path path -> json.writeString(path.toString());
            case Iterable<?> list -> {
                json.writeStartArray();
                list.forEach(item -> value(json, item));
                json.writeEndArray();
            }
            default -> json.writeString(value.toString());
        }
    }
}
