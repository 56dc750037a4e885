package dev.foster.daemon.config;

import dev.foster.document.Place;
import dev.foster.document.Value;
import dev.foster.document.Value.Entry;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Where;
import dev.foster.process.ChildSpec;
import dev.foster.process.OutputLimits;
import dev.foster.supervise.spec.ProcessSpec;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads one entry below {@code processes}. */
final class ProcessReader {
    /** A log is in time when it is written a moment later, and then costs a fraction. */
    private static final Duration REST = Duration.ofMillis(80);

    /**
     * What an entry says.
     *
     * @param copies itself, or as many as it wants of itself
     * @param links what it depends on, and where that stands
     */
    record Found(String name, List<ProcessSettings> copies, Map<String, Place> links) {}

    private final Context context;
    private final Optional<Mapping> defaults;

    ProcessReader(Context context, Optional<Mapping> defaults) {
        this.context = context;
        this.defaults = defaults;
    }

    Optional<Found> read(String name, Entry entry) {
        Where where = context.where("processes." + name).under(entry.key());
        Optional<Mapping> own = where.scalars().mapping(entry.value(), where.label());
        if (own.isEmpty()) {
            return Optional.empty();
        }
        ProcessSection.PROCESS.checkKeys(own.get(), where);
        Mapping fields =
                defaults.map(it -> ProcessSection.PROCESS.over(it, own.get())).orElse(own.get());
        ProcessSettings settings =
                ProcessSection.PROCESS.bind(
                        fields,
                        where.over(own.get(), context.where("defaults").asLayer()),
                        plain(name));
        Optional<Value> dependencies = fields.get("depends_on");
        return Optional.of(
                new Found(
                        name,
                        copies(settings),
                        dependencies.map(Dependencies::places).orElse(Map.of())));
    }

    private ProcessSettings plain(String name) {
        return ProcessSettings.of(
                ProcessSpec.of(
                        name,
                        ChildSpec.of(RunSection.NONE)
                                .directory(context.directory())
                                .outputLimits(OutputLimits.defaults().rest(REST))));
    }

    private List<ProcessSettings> copies(ProcessSettings settings) {
        if (settings.replicas() == 1) {
            return List.of(settings.complete(context));
        }
        var copies = new ArrayList<ProcessSettings>();
        for (int i = 1; i <= settings.replicas(); i++) {
            copies.add(settings.copy(i, context));
        }
        return copies;
    }
}
