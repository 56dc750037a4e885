package dev.foster.daemon.config;

import dev.foster.document.Place;
import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Words;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code servers} of an MCP server that puts others together, and looks their names up. */
final class McpTogether {
    /** A name, and where it is used. */
    private record Used(String by, String server, Place place) {}

    private final Scalars scalars;
    private final List<Used> uses = new ArrayList<>();

    McpTogether(Scalars scalars) {
        this.scalars = scalars;
    }

    Optional<List<McpSpec.Member>> read(String name, Mapping fields, String label) {
        Value value = fields.get("servers").orElseThrow();
        String path = label + ".servers";
        List<McpSpec.Member> members =
                value instanceof Mapping mapping
                        ? prefixed(name, mapping, path)
                        : listed(name, value, path);
        boolean empty =
                (value instanceof Mapping mapping && mapping.entries().isEmpty())
                        || (value instanceof Value.Sequence list && list.items().isEmpty());
        if (empty) {
            return scalars.refuse(value, path, "it is empty", "name the servers: [one, two]");
        }
        long different = members.stream().map(McpSpec.Member::prefix).distinct().count();
        if (different < members.size()) {
            return scalars.refuse(
                    value,
                    path,
                    "two servers have the same prefix",
                    "give each its own: {one: one_, two: two_}");
        }
        return members.isEmpty() ? Optional.empty() : Optional.of(members);
    }

    private List<McpSpec.Member> listed(String by, Value value, String label) {
        var members = new ArrayList<McpSpec.Member>();
        for (Scalar server : scalars.oneOrMore(value, label)) {
            uses.add(new Used(by, server.text(), server.place()));
            members.add(new McpSpec.Member(server.text(), server.text() + "_"));
        }
        return members;
    }

    private List<McpSpec.Member> prefixed(String by, Mapping mapping, String label) {
        var members = new ArrayList<McpSpec.Member>();
        mapping.entries()
                .forEach(
                        (server, entry) -> {
                            uses.add(new Used(by, server, entry.key()));
                            scalars.word(entry.value(), label + "." + server)
                                    .ifPresent(
                                            prefix ->
                                                    members.add(
                                                            new McpSpec.Member(server, prefix)));
                        });
        return members;
    }

    /** Every name must be that of a server with a command. */
    void check(Map<String, McpSpec> servers) {
        for (Used used : uses) {
            String label = "mcp." + used.by() + ".servers";
            McpSpec member = servers.get(used.server());
            if (member == null) {
                var _ =
                        scalars.refuse(
                                used.place(),
                                label,
                                "there is no server " + Words.quote(used.server()),
                                Words.advice(used.server(), servers.keySet()));
            } else if (member.origin() instanceof McpSpec.Origin.Together) {
                var _ =
                        scalars.refuse(
                                used.place(),
                                label,
                                used.server() + " puts servers together itself",
                                "name those it has");
            } else if (member.tokenVariable().isPresent()) {
                checkToken(used, label, Optional.ofNullable(servers.get(used.by())));
            }
        }
    }

    private void checkToken(Used used, String label, Optional<McpSpec> by) {
        if (by.filter(it -> it.shared() || it.warm() > 0).isPresent()) {
            var _ =
                    scalars.refuse(
                            used.place(),
                            label,
                            used.server()
                                    + " needs the token of its client, and here many share it",
                            "remove share and warm from " + used.by());
        }
    }
}
