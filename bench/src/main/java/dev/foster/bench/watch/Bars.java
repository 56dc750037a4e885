package dev.foster.bench.watch;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.supervise.Foster;
import dev.foster.bench.supervise.Pm2;
import dev.foster.bench.supervise.ProcessCompose;

import java.util.List;
import java.util.OptionalDouble;

/** What Foster has to reach. */
final class Bars {
    private static final String MOST = WatchTrial.name(Driver.MANY);

    private Bars() {}

    static List<Bar> all() {
        return List.of(
                new Bar(
                        MOST,
                        "nobody asks: ≤ 1 % of a core",
                        1,
                        false,
                        scores -> scores.median(WatchTrial.ALONE, Foster.NAME),
                        scores -> OptionalDouble.empty()),
                new Bar(
                        MOST,
                        "watched: ≤ a tenth of process-compose with whole trees",
                        0.1,
                        false,
                        scores -> scores.ratio(WatchTrial.ASKED, Foster.NAME, ProcessCompose.NAME),
                        scores -> scores.median(WatchTrial.ASKED, ProcessCompose.NAME)),
                new Bar(
                        GuardTrial.NAME,
                        "worst reaction without cgroups ≤ 1500 ms",
                        1500,
                        false,
                        scores -> scores.worst(GuardTrial.MILLIS, Foster.NAME),
                        scores -> scores.worst(GuardTrial.MILLIS, Pm2.NAME)));
    }
}
