package dev.foster.cli.mcp.self;

import dev.foster.control.ControlClient;
import dev.foster.json.Members;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Something a client can have Foster do.
 *
 * @param input the JSON schema of its arguments
 * @param output the JSON schema of what it brings
 * @param changes whether something is different afterwards
 * @param destroys whether what was running may be gone afterwards
 */
record Tool(
        String name,
        String title,
        String description,
        Map<String, Object> input,
        Map<String, Object> output,
        boolean changes,
        boolean destroys,
        Work work) {

    /** Does it. */
    interface Work {
        Outcome on(ControlClient client, ToolArguments arguments);
    }

    /**
     * What came of it.
     *
     * @param structured for programs
     * @param text for whoever reads
     */
    record Outcome(Map<String, Object> structured, String text) {}

    Map<String, Object> toJson() {
        return Members.none()
                .put("name", name)
                .put("title", title)
                .put("description", description)
                .put("inputSchema", input)
                .put("outputSchema", output)
                .put(
                        "annotations",
                        Members.none()
                                .put("title", title)
                                .put("readOnlyHint", !changes)
                                .put("destructiveHint", destroys)
                                .put("idempotentHint", !destroys)
                                .put("openWorldHint", false)
                                .object())
                .object();
    }

    // ---- schemas ----

    static Map<String, Object> object(Map<String, Object> properties, List<String> required) {
        var schema = new LinkedHashMap<String, Object>();
        schema.put("type", "object");
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        return schema;
    }

    /** An object with one member that is a list of objects. */
    static Map<String, Object> listOf(String member) {
        return object(
                Map.of(member, Map.of("type", "array", "items", Map.of("type", "object"))),
                List.of(member));
    }

    static Map<String, Object> text(String description) {
        return Map.of("type", "string", "description", description);
    }

    static Map<String, Object> texts(String description) {
        return Map.of(
                "type",
                "array",
                "items",
                Map.of("type", "string"),
                "minItems",
                1L,
                "description",
                description);
    }

    static Map<String, Object> count(String description, long most) {
        return Map.of(
                "type", "integer", "minimum", 1L, "maximum", most, "description", description);
    }
}
