package dev.foster.plugin.manifest;

import dev.foster.document.Value.Scalar;
import dev.foster.document.Words;
import dev.foster.plugin.manifest.Messaging.Command;
import dev.foster.plugin.manifest.Messaging.Permissions;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads what a manifest says about messages. */
final class MessagingReader {
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}_-]{0,31}");
    private static final Pattern SUBJECT = Pattern.compile("[^\\s.*>]+(?:\\.[^\\s.*>]+)*");
    private static final Pattern SUBJECTS =
            Pattern.compile("(?:(?:\\*|[^\\s.*>]+)\\.)*(?:\\*|>|[^\\s.*>]+)");

    private final Fields fields;

    MessagingReader(Fields fields) {
        this.fields = fields;
    }

    /** What is said of messages, which makes sense for a plugin that sends some. */
    Messaging read(Terms.Protocol protocol) {
        var messaging =
                new Messaging(
                        commands(),
                        permissions(),
                        fields.section("python").word("class"),
                        fields.truth("shared").orElse(true));
        if (protocol != Terms.Protocol.NATS) {
            for (String key : List.of("commands", "permissions", "shared")) {
                if (fields.has(key)) {
                    fields.refuse(
                            fields.mapping().placeOf(key),
                            key,
                            "the plugin does not talk NATS",
                            "add protocol: nats, or remove the key");
                }
            }
        }
        return messaging;
    }

    private Map<String, Command> commands() {
        var commands = new LinkedHashMap<String, Command>();
        Fields section = fields.section("commands");
        section.mapping()
                .entries()
                .forEach(
                        (word, entry) -> {
                            if (!WORD.matcher(word).matches()) {
                                section.refuse(
                                        entry.key(),
                                        Words.clip(word),
                                        "it is no word for a command",
                                        "write letters, digits, _ and -, at most 32");
                            } else {
                                command(section, word).ifPresent(it -> commands.put(word, it));
                            }
                        });
        return commands;
    }

    /** A subject alone, or a subject and what it does. */
    private static Optional<Command> command(Fields commands, String word) {
        if (commands.value(word).orElse(null) instanceof Scalar) {
            return subject(commands, word).map(subject -> new Command(subject, ""));
        }
        Fields fields = commands.section(word, Section.COMMAND);
        if (!fields.has("subject")) {
            return fields.refuse(
                    fields.mapping().place(),
                    "subject",
                    "it is missing",
                    "write it like subject: bot.command." + word);
        }
        String description = fields.text("description").orElse("");
        return subject(fields, "subject").map(subject -> new Command(subject, description));
    }

    private static Optional<String> subject(Fields fields, String key) {
        Optional<String> subject = fields.word(key);
        return subject.isPresent() && !SUBJECT.matcher(subject.get()).matches()
                ? fields.refuse(
                        fields.mapping().placeOf(key),
                        key,
                        Words.quote(subject.get()) + " is no subject to send to",
                        "write words with dots between them, without wildcards")
                : subject;
    }

    private Optional<Permissions> permissions() {
        if (!fields.has("permissions")) {
            return Optional.empty();
        }
        Fields section = fields.section("permissions", Section.PERMISSIONS);
        return Optional.of(
                new Permissions(subjects(section, "publish"), subjects(section, "subscribe")));
    }

    private static List<String> subjects(Fields section, String key) {
        List<String> subjects = section.words(key);
        subjects.stream()
                .filter(subject -> !SUBJECTS.matcher(subject).matches())
                .findFirst()
                .ifPresent(
                        subject ->
                                section.refuse(
                                        section.mapping().placeOf(key),
                                        key,
                                        Words.quote(subject) + " is no subject",
                                        "write words with dots between them; * stands for one"
                                                + " word, > at the end for all that follow"));
        return subjects;
    }
}
