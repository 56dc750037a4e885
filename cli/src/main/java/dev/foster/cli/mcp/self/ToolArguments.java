package dev.foster.cli.mcp.self;

import dev.foster.stdio.rpc.RawJson;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What a client gave a tool. */
final class ToolArguments {
    private final RawJson arguments;

    ToolArguments(RawJson arguments) {
        this.arguments = arguments;
    }

    /** Said to the client, which can mend its call. */
    static final class Unfit extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unfit(String argument, String why) {
            super("cannot call the tool: " + argument + " " + why);
        }
    }

    String name() {
        return optionalName().orElseThrow(() -> new Unfit("name", "is missing; see ps for names"));
    }

    Optional<String> optionalName() {
        Optional<RawJson> value = arguments.member("name");
        if (value.isPresent() && !value.get().isString()) {
            throw new Unfit("name", "is not a text; see ps for names");
        }
        return value.flatMap(RawJson::text);
    }

    /** Names of processes; at least one. */
    List<String> names() {
        List<String> names = optionalNames();
        if (names.isEmpty()) {
            throw new Unfit("names", "is missing; see ps for names");
        }
        return names;
    }

    List<String> optionalNames() {
        Optional<RawJson> value = arguments.member("names");
        if (value.isPresent() && !value.get().isArray()) {
            throw new Unfit("names", "is not a list; write [\"…\"]");
        }
        var names = new ArrayList<String>();
        for (RawJson name : value.map(RawJson::elements).orElse(List.of())) {
            names.add(name.text().orElseThrow(() -> new Unfit("names", "holds what is no text")));
        }
        return names;
    }

    int count(String argument, int usual, int most) {
        Optional<RawJson> value = arguments.member(argument);
        if (value.isEmpty()) {
            return usual;
        }
        OptionalLong number = value.get().whole();
        if (number.isEmpty() || number.getAsLong() < 1 || number.getAsLong() > most) {
            throw new Unfit(argument, "is not a number from 1 to " + most);
        }
        return (int) number.getAsLong();
    }
}
