package dev.foster.daemon.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.control.ChatView;
import dev.foster.daemon.bus.MessagePlugins.Offer;
import dev.foster.document.Nearest;
import dev.foster.json.JsonProblem;
import dev.foster.json.JsonText;
import dev.foster.json.Members;
import dev.foster.plugin.message.BusAway;
import dev.foster.plugin.message.MessageBus;
import dev.foster.process.Quantities;
import dev.foster.supervise.report.ProcessStatus;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Subscription;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Takes what people write, such as {@code !roll 2d6}, to the plugin that offers it, and brings its
 * answer back.
 */
final class Chat {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration BUS_LIMIT = Duration.ofSeconds(2);

    private final String prefix;
    private final MessageBus bus;
    private final MessagePlugins messagePlugins;
    private final Function<String, Optional<ProcessStatus>> states;
    private final AdminCommands admin;
    private final Map<String, CommandCounts> counts = new ConcurrentHashMap<>();

    Chat(
            String prefix,
            MessageBus bus,
            MessagePlugins messagePlugins,
            Function<String, Optional<ProcessStatus>> states,
            AdminCommands admin) {
        this.prefix = prefix;
        this.states = states;
        this.bus = bus;
        this.messagePlugins = messagePlugins;
        this.admin = admin;
    }

    /**
     * Answers a person.
     *
     * @param said by whom, where and what
     */
    ChatView answer(Said said) throws InterruptedException {
        String text = said.text().strip();
        if (!text.startsWith(prefix) || text.length() == prefix.length()) {
            return unwell(
                    "cannot answer that: a command begins with "
                            + prefix
                            + "; try "
                            + prefix
                            + "help");
        }
        String[] parts = text.substring(prefix.length()).strip().split("\\s+", 2);
        String word = parts[0];
        String arguments = parts.length > 1 ? parts[1] : "";
        Optional<Offer> offer =
                messagePlugins.offers().stream().filter(it -> it.word().equals(word)).findFirst();
        if (offer.isPresent()) {
            return ask(offer.get(), said, arguments);
        }
        if (word.equals("help")) {
            return new ChatView(true, help(), Optional.empty());
        }
        Optional<ChatView> own = admin.answer(word, arguments, said);
        if (own.isPresent()) {
            return own.get();
        }
        return messagePlugins.names().contains(word)
                ? answerOf(word, arguments, said)
                : unknown(word);
    }

    /** A plugin was called by its name: it has one command, or the next word says which. */
    private ChatView answerOf(String plugin, String arguments, Said said)
            throws InterruptedException {
        List<Offer> offers =
                messagePlugins.offers().stream().filter(it -> it.plugin().equals(plugin)).toList();
        String[] parts = arguments.split("\\s+", 2);
        for (Offer offer : offers) {
            if (offer.word().equals(parts[0])) {
                return ask(offer, said, parts.length > 1 ? parts[1] : "");
            }
        }
        if (offers.size() == 1) {
            return ask(offers.getFirst(), said, arguments);
        }
        String words = String.join(", ", offers.stream().map(Offer::word).toList());
        return unwell(
                "cannot do "
                        + prefix
                        + plugin
                        + ": "
                        + (offers.isEmpty()
                                ? "it offers no command; try " + prefix + "help"
                                : "it offers " + words + "; write one of them behind its name"));
    }

    /**
     * Something a person wrote.
     *
     * @param user by the name they have there
     * @param channel where they wrote it
     * @param way how it came
     */
    record Said(String user, String channel, String text, Way way) {}

    /** How something came, which says more about who wrote it than what stands in it. */
    enum Way {
        /** By one that is open to the owner of this daemon only. */
        OWNER,
        /** By a subject to which only those publish who vouch for the names they give. */
        VOUCHED,
        /** By a subject to which anybody may publish. */
        OPEN
    }

    private String help() {
        var lines = new StringBuilder();
        var taken = new HashSet<String>();
        for (Offer offer : messagePlugins.offers()) {
            // Of two that offer a word the first has it; the other is called by its name.
            boolean first = taken.add(offer.word());
            lines.append(prefix)
                    .append(first ? offer.word() : offer.plugin() + " " + offer.word())
                    .append(": ")
                    .append(
                            offer.description().isEmpty()
                                    ? "see " + offer.plugin()
                                    : offer.description())
                    .append('\n');
        }
        return lines + admin.help(prefix);
    }

    private ChatView unknown(String word) {
        List<String> words = messagePlugins.offers().stream().map(Offer::word).toList();
        String advice =
                Nearest.of(word, words)
                        .map(near -> "did you mean " + prefix + near + "?")
                        .orElse("try " + prefix + "help");
        return unwell("cannot do " + prefix + word + ": nobody offers it; " + advice);
    }

    /** How often each plugin was asked, as far as any was. */
    List<CommandCounts> counts() {
        return counts.values().stream()
                .sorted(Comparator.comparing(CommandCounts::plugin))
                .toList();
    }

    private ChatView ask(Offer offer, Said said, String arguments) throws InterruptedException {
        long begun = System.nanoTime();
        ChatView answer = answer(offer, said, arguments);
        long took = System.nanoTime() - begun;
        counts.compute(
                offer.plugin(),
                (plugin, before) ->
                        (before == null ? new CommandCounts(plugin, 0, 0, 0) : before)
                                .plus(answer.well(), took));
        return answer;
    }

    private ChatView answer(Offer offer, Said said, String arguments) throws InterruptedException {
        try {
            Connection connection = bus.connection(BUS_LIMIT);
            // Some plugins answer where the message says, others where the bus says.
            String inbox = connection.createInbox();
            Subscription answers = connection.subscribe(inbox);
            try {
                byte[] request =
                        JsonText.write(
                                        Members.none()
                                                .put("channel", said.channel())
                                                .put("user", said.user())
                                                .put("args", arguments)
                                                .put("command", offer.word())
                                                .put("reply_to", inbox)
                                                .object())
                                .getBytes(UTF_8);
                connection.publish(offer.subject(), inbox, request);
                return view(offer.plugin(), answers.nextMessage(PATIENCE));
            } finally {
                answers.unsubscribe();
            }
        } catch (BusAway | IllegalStateException away) {
            return unwell(
                    "cannot ask "
                            + offer.plugin()
                            + ": the bus at "
                            + String.join(", ", bus.entry().servers())
                            + " is away; look whether it runs");
        }
    }

    private ChatView view(String plugin, @Nullable Message answer) {
        if (answer == null) {
            return unwell(
                    "cannot ask "
                            + plugin
                            + ": it did not answer within "
                            + Quantities.of(PATIENCE)
                            + "; see foster logs "
                            + plugin);
        }
        // The bus itself says that nobody listens.
        return answer.isStatusMessage()
                ? unwell("cannot ask " + plugin + ": " + absence(plugin))
                : view(plugin, new String(answer.getData(), UTF_8));
    }

    /** Why nobody listens, and what to do about it. */
    private String absence(String plugin) {
        String state = states.apply(plugin).map(it -> it.word().word()).orElse("gone");
        return switch (state) {
            case "starting", "waiting", "restarting" ->
                    "it is " + state + "; try again in a moment, or see foster why " + plugin;
            case "running", "unhealthy", "suspended" ->
                    "it is not listening; see foster why " + plugin;
            default -> "it is " + state + "; try foster start " + plugin;
        };
    }

    /** What a plugin answered: words as they are, or what its JSON says in the usual places. */
    private static ChatView view(String plugin, String answer) {
        try {
            if (JsonText.parse(answer) instanceof java.util.Map<?, ?> json) {
                boolean well = !Boolean.FALSE.equals(json.get("success"));
                Object told = well ? json.get("result") : json.get("error");
                return new ChatView(well, words(told, answer), Optional.of(plugin));
            }
        } catch (JsonProblem noJson) {
            // Then it is a text.
        }
        return new ChatView(true, answer, Optional.of(plugin));
    }

    private static String words(@Nullable Object told, String whole) {
        if (told instanceof java.util.Map<?, ?> parts) {
            for (String key : List.of("formatted", "message", "text")) {
                if (parts.get(key) instanceof String text) {
                    return text;
                }
            }
            return JsonText.write(parts);
        }
        return told == null ? whole : String.valueOf(told);
    }

    private static ChatView unwell(String why) {
        return new ChatView(false, why, Optional.empty());
    }
}
