package dev.foster.daemon.bus;

import dev.foster.json.JsonText;
import dev.foster.json.Members;
import dev.foster.plugin.message.ReadyMessage;
import dev.foster.supervise.report.ProcessStatus;

import io.nats.client.Message;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Shows each message plugin as a micro service of NATS: whoever asks at {@code $SRV.PING}, {@code
 * INFO} or {@code STATS} hears of it. Requests are not counted here, as they do not pass by.
 */
final class MicroServices {
    /** What a service without a version of its own is taken for. */
    private static final String NO_VERSION = "0.0.0";

    private final Map<String, String> ids = new ConcurrentHashMap<>();
    private final MessagePlugins messagePlugins;
    private final Function<String, Optional<ProcessStatus>> states;

    MicroServices(MessagePlugins messagePlugins, Function<String, Optional<ProcessStatus>> states) {
        this.messagePlugins = messagePlugins;
        this.states = states;
    }

    /** Answers a question, if it is one. */
    void answer(Message question) {
        List<String> words = List.of(question.getSubject().split("\\.", -1));
        if (question.getReplyTo() == null || words.size() < 2 || words.size() > 4) {
            return;
        }
        for (String name : messagePlugins.names()) {
            String id = ids.computeIfAbsent(name, _ -> UUID.randomUUID().toString());
            boolean meant =
                    (words.size() < 3 || words.get(2).equals(name))
                            && (words.size() < 4 || words.get(3).equals(id));
            if (meant) {
                states.apply(name)
                        .flatMap(state -> json(words.get(1), state, id))
                        .ifPresent(
                                json -> BusReplies.send(question, JsonText.write(json.object())));
            }
        }
    }

    private Optional<Members> json(String verb, ProcessStatus state, String id) {
        Optional<ReadyMessage> said = messagePlugins.announcement(state.name());
        Members plain =
                Members.none()
                        .put("name", state.name())
                        .put("id", id)
                        .put("version", messagePlugins.version(state.name()).orElse(NO_VERSION))
                        .put("metadata", metadata(state));
        return switch (verb) {
            case "PING" -> Optional.of(plain.put("type", "io.nats.micro.v1.ping_response"));
            case "INFO" ->
                    Optional.of(
                            plain.put("type", "io.nats.micro.v1.info_response")
                                    .put(
                                            "description",
                                            messagePlugins.description(state.name()).orElse(""))
                                    .put("endpoints", endpoints(state.name(), said)));
            case "STATS" ->
                    Optional.of(
                            plain.put("type", "io.nats.micro.v1.stats_response")
                                    .put(
                                            "started",
                                            state.startedAt().map(Instant::toString).orElse(""))
                                    .put("endpoints", List.of()));
            default -> Optional.empty();
        };
    }

    /** Texts only, as its readers expect. */
    private static Map<String, Object> metadata(ProcessStatus state) {
        Members facts =
                Members.none()
                        .put("state", state.word().word())
                        .put("ready", Boolean.toString(state.ready()))
                        .put("restarts", Integer.toString(state.restarts()));
        if (state.pid().isPresent()) {
            facts.put("pid", Long.toString(state.pid().getAsLong()));
        }
        return facts.object();
    }

    private static List<Map<String, Object>> endpoints(String plugin, Optional<ReadyMessage> said) {
        return said.map(ReadyMessage::subjects).orElse(List.of()).stream()
                .map(
                        subject ->
                                Members.none()
                                        .put("name", subject.replaceAll("[^A-Za-z0-9_-]", "-"))
                                        .put("subject", subject)
                                        .put("queue_group", plugin + "." + subject)
                                        .object())
                .toList();
    }
}
