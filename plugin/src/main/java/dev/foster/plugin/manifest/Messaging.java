package dev.foster.plugin.manifest;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a plugin that talks NATS says about its messages.
 *
 * @param commands what people can ask of it, by the word they write
 * @param permissions what it may publish and subscribe to; anything, when it does not say
 * @param mainClass the class that is the plugin, where it says so
 * @param shared whether its copies share the work while one replaces the other
 */
public record Messaging(
        Map<String, Command> commands,
        Optional<Permissions> permissions,
        Optional<String> mainClass,
        boolean shared) {

    /**
     * Something people can ask for.
     *
     * @param subject where it is asked
     * @param description what it does, in a few words
     */
    public record Command(String subject, String description) {
        public Command {
            Objects.requireNonNull(subject);
            Objects.requireNonNull(description);
        }
    }

    /** Subjects, with or without wildcards. */
    public record Permissions(List<String> publish, List<String> subscribe) {
        public Permissions {
            publish = List.copyOf(publish);
            subscribe = List.copyOf(subscribe);
        }
    }

    public Messaging {
        commands = Collections.unmodifiableMap(new LinkedHashMap<>(commands));
        Objects.requireNonNull(permissions);
        Objects.requireNonNull(mainClass);
    }

    /** Of a plugin that says nothing about it. */
    public static Messaging unsaid() {
        return new Messaging(Map.of(), Optional.empty(), Optional.empty(), true);
    }

    Messaging commands(Map<String, Command> wanted) {
        return new Messaging(wanted, permissions, mainClass, shared);
    }

    Messaging permissions(Permissions wanted) {
        return new Messaging(commands, Optional.of(wanted), mainClass, shared);
    }

    public Messaging mainClass(Optional<String> wanted) {
        return new Messaging(commands, permissions, wanted, shared);
    }

    Messaging shared(boolean wanted) {
        return new Messaging(commands, permissions, mainClass, wanted);
    }
}
