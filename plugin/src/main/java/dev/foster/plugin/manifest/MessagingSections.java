package dev.foster.plugin.manifest;

import static dev.foster.document.Notes.says;

import dev.foster.document.ByName;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Words;
import dev.foster.plugin.manifest.Messaging.Command;
import dev.foster.plugin.manifest.Messaging.Permissions;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a plugin that talks NATS says of its messages. */
final class MessagingSections {
    private static final Type<String> SUBJECT =
            ManifestTypes.shaped(
                            "[^\\s.*>]+(?:\\.[^\\s.*>]+)*",
                            " is no subject to send to",
                            _ -> "write words with dots between them, without wildcards")
                    .called("subject", "Words with dots between them.");

    private static final Type<List<String>> SUBJECTS =
            Types.list(
                    ManifestTypes.shaped(
                            "(?:(?:\\*|[^\\s.*>]+)\\.)*(?:\\*|>|[^\\s.*>]+)",
                            " is no subject",
                            _ ->
                                    "write words with dots between them; * stands for one word, >"
                                            + " at the end for all that follow"),
                    "a list",
                    "[one, two]");

    private static final Type<Command> COMMAND =
            Section.of("command", "Commands", "Below a word of `commands`.", new Command("", ""))
                    .optional(
                            "subject",
                            SUBJECT,
                            it -> said(it.subject()),
                            (it, subject) -> new Command(subject, it.description()),
                            says("Where it is asked.")
                                    .required("add one, such as subject: bot.command.roll"))
                    .optional(
                            "description",
                            Types.CONTENT,
                            it -> said(it.description()),
                            (it, text) -> new Command(it.subject(), text),
                            says("What it does, in a few words."))
                    .orJust("subject");

    private static final Type<Map<String, Command>> COMMANDS =
            ByName.of(
                    Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}_-]{0,31}"),
                    (name, place, where) ->
                            where.refuse(
                                    place,
                                    Words.quote(name) + " is no word for a command",
                                    "write letters, digits, _ and -, at most 32"),
                    COMMAND);

    private static final Section<Permissions> PERMISSIONS =
            Section.of(
                            "permissions",
                            "Permissions",
                            "Below `permissions`. Subjects in which `*` stands for one word, and"
                                + " `>` at the end for all that follow. Answers to requests and its"
                                + " own inbox are always allowed.",
                            new Permissions(List.of(), List.of()))
                    .field(
                            "publish",
                            SUBJECTS,
                            Permissions::publish,
                            (it, subjects) -> new Permissions(subjects, it.subscribe()),
                            says("What it may publish.").example(List.of("bot.event.>")))
                    .field(
                            "subscribe",
                            SUBJECTS,
                            Permissions::subscribe,
                            (it, subjects) -> new Permissions(it.publish(), subjects),
                            says("What it may subscribe to.").example(List.of("bot.event.>")));

    static final Section<Messaging> MESSAGING =
            Section.of("", "", "", Messaging.unsaid())
                    .field(
                            "commands",
                            COMMANDS,
                            Messaging::commands,
                            Messaging::commands,
                            says("For `nats`: what people can ask of it with `foster chat`, by the"
                                            + " word they write; a subject alone is short for"
                                            + " `{subject: …}`.")
                                    .example(Map.of("roll", "foster.command.dice.roll")))
                    .optional(
                            "permissions",
                            PERMISSIONS.type(),
                            Messaging::permissions,
                            Messaging::permissions,
                            says(
                                    "For `nats`: what it may publish and subscribe to. Without it,"
                                            + " anything."))
                    .field(
                            "shared",
                            Types.TRUTH,
                            Messaging::shared,
                            Messaging::shared,
                            says(
                                    "For `nats`: whether the old and the new copy share the work"
                                            + " while one replaces the other. False for a plugin"
                                            + " whose every copy must hear everything."));

    private MessagingSections() {}

    private static Optional<String> said(String text) {
        return Optional.of(text).filter(it -> !it.isEmpty());
    }
}
