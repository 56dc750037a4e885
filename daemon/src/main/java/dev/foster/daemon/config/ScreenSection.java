package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.daemon.config.ScreenLayout.KeyBinding;
import dev.foster.document.ByName;
import dev.foster.document.Definitions;
import dev.foster.document.Nearest;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value.Entry;
import dev.foster.document.Where;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** {@code screen}: the panels, and keys with a meaning of their own. */
final class ScreenSection {
    private static final int MOST = 10_000;
    private static final String SPACE = "Space";
    private static final List<String> KEY_NAMES =
            Stream.concat(
                            Stream.of(SPACE),
                            IntStream.rangeClosed(2, 12).mapToObj(number -> "F" + number))
                    .toList();
    private static final String ADVICE = "write it like {send: web, text: next, label: next page}";

    private static final Section<KeyBinding> KEY =
            Section.of(
                            "key",
                            "A key",
                            "One entry below `screen.keys`: the line that the key sends to a"
                                    + " process.",
                            new KeyBinding(Optional.empty(), Optional.empty(), Optional.empty()))
                    .optional(
                            "send",
                            Types.CONTENT.located(),
                            KeyBinding::process,
                            (it, process) ->
                                    new KeyBinding(Optional.of(process), it.text(), it.label()),
                            says("The process that gets the line; it needs `stdin: pipe`.")
                                    .required(ADVICE)
                                    .example("narrator"))
                    .optional(
                            "text",
                            Types.WORD,
                            KeyBinding::text,
                            (it, text) ->
                                    new KeyBinding(it.process(), Optional.of(text), it.label()),
                            says("The line, without its end.").required(ADVICE).example("next"))
                    .optional(
                            "label",
                            Types.CONTENT,
                            KeyBinding::label,
                            (it, label) ->
                                    new KeyBinding(it.process(), it.text(), Optional.of(label)),
                            says("What it does, in a few words.")
                                    .usually("send TEXT to NAME")
                                    .example("next chapter"));

    private static final Type<Map<String, KeyBinding>> KEYS =
            new ByName<>(
                    _ -> Map.of("pattern", "^([^\\s\\x00-\\x1f\\x7f]|Space|F[2-9]|F1[0-2])$"),
                    KEY.type(),
                    MOST,
                    ScreenSection::key,
                    KEY.type()::write);

    static final Section<ScreenLayout> SCREEN =
            Section.of(
                            "screen",
                            "Screen",
                            "What a project says about its screen.",
                            ScreenLayout.USUAL)
                    .optional(
                            "panels",
                            Types.oneOrMore(Types.CONTENT.located()),
                            it -> Optional.of(it.panels()).filter(all -> !all.isEmpty()),
                            (it, panels) -> new ScreenLayout(panels, it.keys()),
                            says("The processes that have a panel, in order; a group stands for"
                                            + " its members.")
                                    .usually("every process")
                                    .example(List.of("web", "worker")))
                    .field(
                            "keys",
                            KEYS,
                            ScreenLayout::keys,
                            (it, keys) -> new ScreenLayout(it.panels(), keys),
                            says("Keys with a meaning of their own, by their names: one"
                                            + " character, `Space`, or `F2` to `F12`.")
                                    .example(
                                            Map.of(
                                                    "Space",
                                                    Definitions.shape(
                                                            "send",
                                                            "narrator",
                                                            "text",
                                                            "next",
                                                            "label",
                                                            "next chapter"))));

    private ScreenSection() {}

    private static Optional<KeyBinding> key(String name, Entry entry, Where where) {
        if (!isKey(name)) {
            String advice =
                    Nearest.of(name, List.of(SPACE))
                            .map(near -> "did you mean " + near + "?")
                            .orElse("write one character, Space, or F2 to F12");
            where.in(name).refuse(entry.key(), "there is no such key", advice);
        }
        return KEY.type().read(entry.value(), where.in(name), Optional.empty());
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
}
