package dev.foster.daemon.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.document.Definitions;
import dev.foster.document.Faults;
import dev.foster.document.Plain;
import dev.foster.document.Value.Mapping;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The JSON Schema of the project file, for editors. */
public final class Schema {
    private static final String RESOURCE = "foster.schema.json";
    private static final String PARTS = "$defs";

    private Schema() {}

    /** All of it, as it ships. */
    public static String text() {
        Mapping rest = ProjectReader.tree(Path.of(RESOURCE), rest(), new Faults());
        var whole = new LinkedHashMap<String, Object>();
        rest.entries().forEach((key, entry) -> whole.put(key, Plain.of(entry.value())));
        Map<String, Object> parts = derived();
        ((Mapping) rest.get(PARTS).orElse(rest))
                .entries()
                .forEach((name, entry) -> parts.put(name, Plain.of(entry.value())));
        whole.put(PARTS, parts);
        return Plain.json(whole);
    }

    /** What the tables of fields say. */
    static Map<String, Object> derived() {
        var definitions = new Definitions(true);
        ProcessSection.PROCESS.reference(definitions);
        ProcessSection.DEFAULTS.reference(definitions);
        GroupSection.GROUPS.schema(definitions);
        ScreenSection.SCREEN.reference(definitions);
        PluginSection.PLUGIN.reference(definitions);
        BusSection.BUS.schema(definitions);
        McpSection.SERVER.reference(definitions);
        GatewaySection.GATEWAY.reference(definitions);
        WebSection.SERVED.schema(definitions);
        MetricsSection.METRICS.schema(definitions);
        HookSection.HOOKS.schema(definitions);
        return definitions.named();
    }

    private static String rest() {
        try (InputStream in = Schema.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(
                        "cannot find "
                                + RESOURCE
                                + ": it is missing from this build; install Foster again");
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
