package dev.foster.daemon.config;

import dev.foster.document.Definitions;
import dev.foster.document.Place;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Value.Sequence;
import dev.foster.document.Where;
import dev.foster.document.Words;
import dev.foster.stdio.spec.ServerSpec.Member;
import dev.foster.stdio.spec.ServerSpec.Sharing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@code servers} of an MCP server that puts others together. */
final class McpTogether {
    /** A list of names, which are prefixes then, or a mapping of names to prefixes. */
    static final Type<List<Member>> MEMBERS =
            Type.of(McpTogether::read, McpTogether::written, McpTogether::schema);

    private McpTogether() {}

    private static Optional<List<Member>> read(Value value, Where where) {
        if ((value instanceof Mapping mapping && mapping.entries().isEmpty())
                || (value instanceof Sequence list && list.items().isEmpty())) {
            return where.refuse(value, "it is empty", "name the servers: [one, two]");
        }
        List<Member> members =
                value instanceof Mapping mapping ? prefixed(mapping, where) : listed(value, where);
        long different = members.stream().map(Member::prefix).distinct().count();
        if (different < members.size()) {
            return where.refuse(
                    value,
                    "two servers have the same prefix",
                    "give each its own: {one: one_, two: two_}");
        }
        return members.isEmpty() ? Optional.empty() : Optional.of(members);
    }

    private static List<Member> listed(Value value, Where where) {
        return where.scalars().oneOrMore(value, where.label()).stream()
                .map(server -> listed(server.text()))
                .toList();
    }

    private static Member listed(String server) {
        return new Member(server, server + "_");
    }

    private static List<Member> prefixed(Mapping mapping, Where where) {
        var members = new ArrayList<Member>();
        mapping.entries()
                .forEach(
                        (server, entry) ->
                                Types.WORD
                                        .read(entry.value(), where.in(server), Optional.empty())
                                        .ifPresent(it -> members.add(new Member(server, it))));
        return members;
    }

    private static Object written(List<Member> members) {
        return members.stream().allMatch(it -> it.equals(listed(it.server())))
                ? members.stream().map(Member::server).toList()
                : members.stream()
                        .collect(
                                Collectors.toMap(
                                        Member::server,
                                        Member::prefix,
                                        (first, _) -> first,
                                        LinkedHashMap::new));
    }

    private static Map<String, Object> schema(Definitions in) {
        return Definitions.shape(
                "anyOf",
                List.of(
                        Types.CONTENT.schema(in),
                        Definitions.shape(
                                "type", "array", "minItems", 1, "items", Types.CONTENT.schema(in)),
                        Definitions.shape(
                                "type",
                                "object",
                                "minProperties",
                                1,
                                "additionalProperties",
                                Types.WORD.schema(in))));
    }

    /** Where each name stands. */
    private static Map<String, Place> places(Value value) {
        var places = new LinkedHashMap<String, Place>();
        switch (value) {
            case Scalar alone -> places.put(alone.text(), alone.place());
            case Sequence list -> list.items().forEach(item -> places.putAll(places(item)));
            case Mapping mapping ->
                    mapping.entries().forEach((name, entry) -> places.put(name, entry.key()));
        }
        return places;
    }

    /** Every name must be that of a server with a command. */
    static void check(McpSpec by, Value names, Map<String, McpSpec> servers, Where where) {
        places(names)
                .forEach(
                        (name, place) -> {
                            McpSpec member = servers.get(name);
                            if (member == null) {
                                where.refuse(
                                        place,
                                        "there is no server " + Words.quote(name),
                                        Words.advice(name, servers.keySet()));
                            } else if (member.members().isPresent()) {
                                where.refuse(
                                        place,
                                        name + " puts servers together itself",
                                        "name those it has");
                            } else if (member.server().tokenVariable().isPresent()
                                    && (by.server().sharing() == Sharing.SHARED
                                            || by.server().warm() > 0)) {
                                where.refuse(
                                        place,
                                        name
                                                + " needs the token of its client, and here many"
                                                + " share it",
                                        "remove share and warm from " + by.name());
                            }
                        });
    }
}
