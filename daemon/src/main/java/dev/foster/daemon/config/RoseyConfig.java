package dev.foster.daemon.config;

import dev.foster.document.Place;
import dev.foster.document.Scalars;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Words;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The config.json of Rosey: where the bus is, and which modules are plugins. What else stands there
 * is Rosey's own affair; keys that begin with {@code _} are its comments.
 */
final class RoseyConfig {
    private static final Set<String> OURS = Set.of("plugins", "plugin_dir", "nats", "nats_url");

    private final Context context;
    private final Scalars scalars;

    RoseyConfig(Context context) {
        this.context = context;
        this.scalars = context.scalars();
    }

    Mapping translated(Mapping written) {
        Mapping config = withoutComments(written);
        Place place = config.placeOf("plugins");
        Map<String, Entry> found = new RoseyPlugins(context).found(config);
        var top = new LinkedHashMap<String, Entry>();
        top.put("plugins", new Entry(place, new Mapping(place, found)));
        bus(config).ifPresent(it -> top.put("bus", it));
        config.entries().keySet().stream()
                .filter(key -> !OURS.contains(key))
                .forEach(
                        key ->
                                context.notices()
                                        .add(
                                                config.placeOf(key),
                                                Words.clip(key) + " is Rosey's own, ignored"));
        return new Mapping(config.place(), top);
    }

    static Mapping withoutComments(Mapping written) {
        var entries = new LinkedHashMap<>(written.entries());
        entries.keySet().removeIf(key -> key.startsWith("_"));
        return new Mapping(written.place(), entries);
    }

    /** Where it says that the bus is; without that it is embedded. */
    private Optional<Entry> bus(Mapping config) {
        return config.get("nats_url")
                .or(
                        () ->
                                config.get("nats")
                                        .flatMap(it -> scalars.mapping(it, "nats"))
                                        .flatMap(it -> it.get("servers").or(() -> it.get("url"))))
                .map(
                        servers -> {
                            var url = Map.of("url", new Entry(servers.place(), servers));
                            return new Entry(servers.place(), new Mapping(servers.place(), url));
                        });
    }
}
