package dev.foster.daemon.config;

import dev.foster.control.ScreenView;
import dev.foster.control.ScreenView.KeyView;
import dev.foster.document.Nearest;
import dev.foster.document.Place;
import dev.foster.document.Scalars;
import dev.foster.document.Value;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Value.Scalar;
import dev.foster.document.Words;
import dev.foster.process.Stdin;
import dev.foster.supervise.spec.GroupSpec;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.StackSpec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reads {@code screen}; the names in it are looked up when all of them are known. */
final class ScreenReader {
    private static final String SPACE = "Space";
    private static final List<String> KEY_NAMES =
            Stream.concat(
                            Stream.of(SPACE),
                            IntStream.rangeClosed(2, 12).mapToObj(number -> "F" + number))
                    .toList();

    /** A name, and where it is used. */
    private record Used(String name, Place place, String label) {}

    private record Key(String name, Used process, String text, String label) {}

    private final Scalars scalars;
    private final List<Used> panels = new ArrayList<>();
    private final List<Key> keys = new ArrayList<>();

    ScreenReader(Context context) {
        this.scalars = context.scalars();
    }

    void read(Value value) {
        Optional<Mapping> fields = scalars.mapping(value, "screen");
        if (fields.isEmpty()) {
            return;
        }
        Section.SCREEN.only(fields.get(), "screen", scalars);
        fields.get()
                .get("panels")
                .map(it -> scalars.oneOrMore(it, "screen.panels"))
                .orElse(List.of())
                .forEach(it -> panels.add(used(it, "screen.panels")));
        fields.get()
                .get("keys")
                .flatMap(it -> scalars.mapping(it, "screen.keys"))
                .ifPresent(it -> it.entries().forEach(this::readKey));
    }

    private static Used used(Scalar name, String label) {
        return new Used(name.text(), name.place(), label);
    }

    private void readKey(String name, Entry entry) {
        String label = "screen.keys." + name;
        if (!isKey(name)) {
            String advice =
                    Nearest.of(name, List.of(SPACE))
                            .map(near -> "did you mean " + near + "?")
                            .orElse("write one character, Space, or F2 to F12");
            var _ = scalars.refuse(entry.key(), label, "there is no such key", advice);
        }
        Optional<Mapping> fields = scalars.mapping(entry.value(), label);
        if (fields.isEmpty()) {
            return;
        }
        Section.KEY.only(fields.get(), label, scalars);
        Optional<Used> process =
                required(fields.get(), "send", label)
                        .filter(it -> scalars.content(it, label + ".send").isPresent())
                        .flatMap(ScreenReader::scalar)
                        .map(it -> used(it, label + ".send"));
        Optional<String> text =
                required(fields.get(), "text", label)
                        .flatMap(it -> scalars.word(it, label + ".text"));
        Optional<String> what =
                fields.get().get("label").flatMap(it -> scalars.content(it, label + ".label"));
        if (process.isPresent() && text.isPresent()) {
            String said = what.orElse("send " + text.get() + " to " + process.get().name());
            keys.add(new Key(name, process.get(), text.get(), said));
        }
    }

    private Optional<Value> required(Mapping fields, String key, String label) {
        Optional<Value> value = fields.get(key);
        return value.isPresent()
                ? value
                : scalars.refuse(
                        fields,
                        label,
                        "it has no " + key,
                        "write it like {send: web, text: next, label: next page}");
    }

    private static Optional<Scalar> scalar(Value value) {
        return value instanceof Scalar scalar ? Optional.of(scalar) : Optional.empty();
    }

    /** One printable character, or a name; Enter belongs to the screen itself. */
    private static boolean isKey(String name) {
        if (KEY_NAMES.contains(name)) {
            return true;
        }
        return name.codePointCount(0, name.length()) == 1
                && !Character.isISOControl(name.codePointAt(0))
                && !Character.isWhitespace(name.codePointAt(0));
    }

    /** What was read, once it is known who there is. */
    ScreenView resolved(StackSpec stack, Set<String> plugins) {
        var shown = new LinkedHashSet<String>();
        panels.forEach(panel -> shown.addAll(members(panel.name(), stack)));
        panels.stream()
                .filter(panel -> members(panel.name(), stack).isEmpty())
                .forEach(panel -> unknown(panel, stack));
        for (Key key : keys) {
            Optional<ProcessSpec> process = process(key.process().name(), stack);
            if (process.isEmpty()) {
                unknown(key.process(), stack);
            } else if (process.get().child().stdin() != Stdin.PIPE
                    && !plugins.contains(key.process().name())) {
                var _ =
                        scalars.refuse(
                                key.process().place(),
                                key.process().label(),
                                key.process().name() + " takes no input",
                                "add stdin: pipe to it");
            }
        }
        return new ScreenView(
                List.copyOf(shown),
                keys.stream()
                        .map(
                                key ->
                                        new KeyView(
                                                key.name(),
                                                key.process().name(),
                                                key.text(),
                                                key.label()))
                        .toList());
    }

    private void unknown(Used used, StackSpec stack) {
        List<String> known = stack.processes().stream().map(ProcessSpec::name).toList();
        var _ =
                scalars.refuse(
                        used.place(),
                        used.label(),
                        "there is no process " + Words.quote(used.name()),
                        Words.advice(used.name(), known));
    }

    private static Optional<ProcessSpec> process(String name, StackSpec stack) {
        return stack.processes().stream().filter(spec -> spec.name().equals(name)).findFirst();
    }

    /** The process of this name, or those of the group. */
    private static List<String> members(String name, StackSpec stack) {
        if (process(name, stack).isPresent()) {
            return List.of(name);
        }
        return stack.groups().stream()
                .filter(group -> group.name().equals(name))
                .map(GroupSpec::members)
                .flatMap(List::stream)
                .flatMap(member -> members(member, stack).stream())
                .toList();
    }
}
