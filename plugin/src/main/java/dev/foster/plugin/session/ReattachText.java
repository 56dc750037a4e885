package dev.foster.plugin.session;

import dev.foster.plugin.protocol.ProtocolException;
import dev.foster.plugin.protocol.handshake.Protocol;
import dev.foster.plugin.protocol.transport.Address;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.StringWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The JSON by which programs tell each other of running plugins: {@code {"name": {"Protocol":
 * "grpc", "ProtocolVersion": 5, "Pid": 1, "Test": true, "Addr": {"Network": "unix", "String":
 * "/path"}}}}.
 */
final class ReattachText {
    private static final JsonFactory FACTORY = new JsonFactory();

    private ReattachText() {}

    static String write(Map<String, ReattachConfig> plugins) {
        var text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            new TreeMap<>(plugins).forEach((name, plugin) -> write(json, name, plugin));
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, String name, ReattachConfig plugin) {
        json.writeName(name);
        json.writeStartObject();
        json.writeStringProperty("Protocol", plugin.protocol().text());
        json.writeNumberProperty("ProtocolVersion", plugin.version());
        json.writeNumberProperty("Pid", plugin.pid());
        json.writeBooleanProperty("Test", plugin.test());
        json.writeName("Addr");
        json.writeStartObject();
        json.writeStringProperty("Network", plugin.address().network());
        json.writeStringProperty("String", plugin.address().text());
        json.writeEndObject();
        json.writeEndObject();
    }

    static Map<String, ReattachConfig> read(String text) {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            var plugins = new LinkedHashMap<String, ReattachConfig>();
            json.nextToken();
            members(
                    json,
                    name -> {
                        var fields = new Fields();
                        members(json, field -> fields.take(json, field));
                        plugins.put(name, fields.reattach(name));
                    });
            return plugins;
        } catch (JacksonException notJson) {
            throw new IllegalArgumentException(unreadable(notJson.getOriginalMessage()), notJson);
        }
    }

    private static String unreadable(String why) {
        return "cannot read how to attach to a plugin: "
                + why
                + "; give what the plugin or its host wrote, unchanged";
    }

    /** Reads one object; its beginning was read, and for each member its first token is. */
    private static void members(JsonParser json, Consumer<String> member) {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw new IllegalArgumentException(unreadable("an object in braces is missing"));
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            member.accept(name);
        }
    }

    /** What was read of one plugin. */
    private static final class Fields {
        private final Map<String, String> texts = new LinkedHashMap<>();

        void take(JsonParser json, String field) {
            if (field.equals("Addr")) {
                members(json, inner -> take(json, "Addr." + inner));
            } else if (json.currentToken().isScalarValue()) {
                texts.put(field, json.getString());
            } else {
                json.skipChildren();
            }
        }

        ReattachConfig reattach(String name) {
            String protocol = texts.getOrDefault("Protocol", "");
            // Without a word it is the older of the two, by the rules of go-plugin.
            String spoken = protocol.isEmpty() ? Protocol.NETRPC.text() : protocol;
            try {
                return new ReattachConfig(
                        Arrays.stream(Protocol.values())
                                .filter(it -> it.text().equals(spoken))
                                .findFirst()
                                .orElseThrow(() -> bad(name, "its protocol is " + spoken)),
                        Math.toIntExact(number("ProtocolVersion")),
                        number("Pid"),
                        Boolean.parseBoolean(texts.get("Test")),
                        Address.of(
                                texts.getOrDefault("Addr.Network", ""),
                                texts.getOrDefault("Addr.String", "")));
            } catch (NumberFormatException | ArithmeticException notANumber) {
                throw bad(name, String.valueOf(notANumber.getMessage()));
            } catch (ProtocolException noAddress) {
                throw bad(name, String.valueOf(noAddress.getMessage()));
            }
        }

        private long number(String field) {
            return Long.parseLong(texts.getOrDefault(field, "0"));
        }

        private static IllegalArgumentException bad(String name, String why) {
            return new IllegalArgumentException(unreadable("of " + name + ", " + why));
        }
    }
}
