package dev.foster.daemon.metrics.collect;

import dev.foster.daemon.metrics.Families;
import dev.foster.daemon.metrics.MetricFamily;

import java.util.List;

/** Asks all who know figures. Nothing is kept between two questions. */
public final class Collector {
    private final List<MetricSource> sources;

    public Collector(List<MetricSource> sources) {
        this.sources = List.copyOf(sources);
    }

    public List<MetricFamily> collect() {
        var families = new Families();
        sources.forEach(source -> source.tell(families));
        return families.all();
    }
}
