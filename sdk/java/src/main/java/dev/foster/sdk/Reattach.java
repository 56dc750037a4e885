package dev.foster.sdk;

import dev.foster.plugin.protocol.handshake.Protocol;
import dev.foster.plugin.protocol.transport.Address;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.StringWriter;

/**
 * How a host attaches to a plugin that it did not start.
 *
 * @param test whether the host must leave it running
 */
public record Reattach(Protocol protocol, int version, long pid, Address address, boolean test) {
    private static final JsonFactory FACTORY = new JsonFactory();

    /**
     * The form that Terraform and its like read from a variable.
     *
     * @param name what the host calls the plugin
     */
    public String json(String name) {
        var text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeName(name);
            json.writeStartObject();
            json.writeStringProperty("Protocol", protocol.text());
            json.writeNumberProperty("ProtocolVersion", version);
            json.writeNumberProperty("Pid", pid);
            json.writeBooleanProperty("Test", test);
            json.writeName("Addr");
            json.writeStartObject();
            json.writeStringProperty("Network", address.network());
            json.writeStringProperty("String", address.text());
            json.writeEndObject();
            json.writeEndObject();
            json.writeEndObject();
        }
        return text.toString();
    }
}
