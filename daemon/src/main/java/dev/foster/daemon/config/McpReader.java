package dev.foster.daemon.config;

import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Where;
import dev.foster.document.Words;
import dev.foster.process.ChildSpec;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads {@code mcp}: the MCP servers of a project, by name. */
final class McpReader {
    static final int MOST = 1000;

    private final Context context;
    private final Map<String, McpSpec> found = new LinkedHashMap<>();
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    McpReader(Context context) {
        this.context = context;
    }

    void read(Map<String, Entry> servers) {
        servers.forEach(this::readServer);
    }

    private void readServer(String name, Entry entry) {
        Where where = context.where("mcp." + name);
        var plain = ChildSpec.of(RunSection.NONE).directory(context.directory());
        McpSection.SERVER
                .type()
                .read(entry.value(), where.under(entry.key()), Optional.of(McpSpec.of(name, plain)))
                .ifPresent(it -> found.put(name, it.complete(context)));
        entries.put(name, entry);
    }

    /** What was read, once it is known who else there is, by name and what it is. */
    Map<String, McpSpec> resolved(Map<String, String> others) {
        entries.forEach(
                (name, entry) -> {
                    McpSpec server = found.get(name);
                    String other = others.get(name);
                    if (other != null) {
                        context.faults()
                                .add(
                                        entry.key(),
                                        "cannot name a server "
                                                + Words.quote(name)
                                                + ": a "
                                                + other
                                                + " is called so; rename one of them");
                    }
                    if (server != null && entry.value() instanceof Mapping fields) {
                        fields.get("servers")
                                .ifPresent(
                                        it ->
                                                McpTogether.check(
                                                        server,
                                                        it,
                                                        found,
                                                        context.where("mcp." + name + ".servers")));
                    }
                });
        return found;
    }
}
