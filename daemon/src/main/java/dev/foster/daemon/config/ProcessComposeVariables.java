package dev.foster.daemon.config;

import dev.foster.document.Faults;
import dev.foster.document.Value;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Value.Sequence;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Puts variables into a process-compose.yaml. In a command, one that is not set is left to the
 * shell: {@code for i in 1 2; do echo $i; done} is meant as it stands.
 */
final class ProcessComposeVariables {
    private final Expansion plain;
    private final Expansion shell;

    ProcessComposeVariables(Map<String, String> variables, Faults faults) {
        this.plain = Expansion.lenient(variables, faults);
        this.shell = Expansion.shell(variables, faults);
    }

    Mapping in(Mapping file) {
        var entries = new LinkedHashMap<String, Entry>();
        file.entries()
                .forEach(
                        (key, entry) -> {
                            Expansion manner = key.equals("command") ? shell : plain;
                            entries.put(key, new Entry(entry.key(), in(entry.value(), manner)));
                        });
        return new Mapping(file.place(), entries);
    }

    private Value in(Value value, Expansion manner) {
        return switch (value) {
            case Mapping mapping -> in(mapping);
            case Sequence list ->
                    new Sequence(
                            list.place(),
                            list.items().stream().map(item -> in(item, manner)).toList());
            case Scalar scalar when manner.concerns(scalar.text()) ->
                    new Scalar(
                            scalar.place(),
                            manner.expand(scalar.text(), scalar.place()),
                            manner.hasVariable(scalar.text()) ? Value.Kind.ANY : scalar.kind());
            case Scalar scalar -> scalar;
        };
    }
}
