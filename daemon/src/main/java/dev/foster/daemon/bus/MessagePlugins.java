package dev.foster.daemon.bus;

import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.plugin.message.MessageListener;
import dev.foster.plugin.message.ReadyMessage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The message plugins of a project, and what each said of itself when it was ready. */
final class MessagePlugins {
    private final Map<String, Resident> messagePlugins = new ConcurrentHashMap<>();

    /** One plugin through all its runs, of which two may be there at a time. */
    private static final class Resident implements MessageListener {
        private final Map<String, ReadyMessage> runs = new ConcurrentHashMap<>();
        private volatile PluginManifest manifest;
        private volatile Optional<ReadyMessage> latest = Optional.empty();

        Resident(PluginManifest manifest) {
            this.manifest = manifest;
        }

        @Override
        public void ready(String run, ReadyMessage announcement) {
            runs.put(run, announcement);
            latest = Optional.of(announcement);
        }

        @Override
        public void over(String run) {
            runs.remove(run);
        }
    }

    /**
     * A command somebody can ask for.
     *
     * @param subject where it is asked
     */
    record Offer(String word, String plugin, String subject, String description) {}

    /** Hears of one plugin; what its manifest says may have changed since the last time. */
    MessageListener of(PluginManifest manifest) {
        Resident resident =
                messagePlugins.computeIfAbsent(manifest.id(), _ -> new Resident(manifest));
        resident.manifest = manifest;
        return resident;
    }

    /** The version of a plugin, by its own word or its manifest's. */
    Optional<String> version(String plugin) {
        return said(plugin, ReadyMessage::version, PluginManifest::version);
    }

    /** What a plugin is for, by its own word or its manifest's. */
    Optional<String> description(String plugin) {
        return said(plugin, ReadyMessage::description, PluginManifest::description);
    }

    private Optional<String> said(
            String plugin,
            Function<ReadyMessage, Optional<String>> itself,
            Function<PluginManifest, String> manifest) {
        return announcement(plugin)
                .flatMap(itself)
                .or(
                        () ->
                                Optional.ofNullable(messagePlugins.get(plugin))
                                        .map(it -> manifest.apply(it.manifest)))
                .filter(text -> !text.isBlank());
    }

    /** Forgets those that are no longer in the project. */
    void keep(Set<String> plugins) {
        messagePlugins.keySet().retainAll(plugins);
    }

    List<String> names() {
        return messagePlugins.keySet().stream().sorted().toList();
    }

    /** What a plugin said when it was last ready. */
    Optional<ReadyMessage> announcement(String plugin) {
        return Optional.ofNullable(messagePlugins.get(plugin)).flatMap(it -> it.latest);
    }

    /** Every command: those that manifests declare, and those whose subject shows one. */
    List<Offer> offers() {
        var offers = new ArrayList<Offer>();
        for (String plugin : names()) {
            Resident resident = Objects.requireNonNull(messagePlugins.get(plugin));
            resident.manifest
                    .messaging()
                    .commands()
                    .forEach(
                            (word, command) ->
                                    offers.add(
                                            new Offer(
                                                    word,
                                                    plugin,
                                                    command.subject(),
                                                    command.description())));
            resident.latest.stream()
                    .flatMap(it -> it.subjects().stream())
                    .filter(
                            subject ->
                                    offers.stream().noneMatch(it -> it.subject().equals(subject)))
                    .forEach(
                            subject ->
                                    shown(subject)
                                            .map(word -> new Offer(word, plugin, subject, ""))
                                            .ifPresent(offers::add));
        }
        return offers;
    }

    /** The command in a subject such as {@code rosey.command.dice.roll}: its last word. */
    static Optional<String> shown(String subject) {
        List<String> words = List.of(subject.split("\\.", -1));
        int at = Math.max(words.indexOf("command"), words.indexOf("commands"));
        String last = words.getLast();
        return at >= 0 && at < words.size() - 1 && !last.equals("*") && !last.equals(">")
                ? Optional.of(last)
                : Optional.empty();
    }
}
